package archive

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
)

// frameHead is what stands before the payload of a frame: its length and its
// CRC-32C, four bytes each, the least significant first.
const frameHead = 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// frames is a file of checked frames that is being appended to. Each frame is
// one write and is not made durable: it survives the death of the process,
// since the kernel has it, but perhaps not that of the machine.
type frames struct {
	file *diskFile // nil until the first frame
	buf  []byte    // the frame being filled, with room for its head
}

// begin starts the payload of a frame.
func (f *frames) begin() { f.buf = append(f.buf[:0], make([]byte, frameHead)...) }

// empty tells whether nothing was put into the frame.
func (f *frames) empty() bool { return len(f.buf) <= frameHead }

// write appends the frame to the file.
func (f *frames) write() error {
	payload := f.buf[frameHead:]
	binary.LittleEndian.PutUint32(f.buf, uint32(len(payload)))
	binary.LittleEndian.PutUint32(f.buf[4:], crc32.Checksum(payload, castagnoli))
	_, err := f.file.Write(f.buf)
	f.buf = f.buf[:0]
	return err
}

// eachFrame hands the frames of a file to do, up to the first that is torn. A
// file that is not there has none. The payload is only lent.
func eachFrame(path string, do func(payload []byte) error) error {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	r := frameReader{from: f, left: stat.Size()}
	for {
		payload, err := r.next()
		if payload == nil || err != nil {
			return err
		}
		if err := do(payload); err != nil {
			return err
		}
	}
}

// frameReader reads frames, each into the same memory.
type frameReader struct {
	from io.Reader
	left int64 // bytes in the file
	buf  []byte
}

// next reads a frame; nil if there is no whole one any more.
func (r *frameReader) next() ([]byte, error) {
	var head [frameHead]byte
	if r.left < frameHead {
		return nil, nil
	}
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return nil, err
	}
	r.left -= frameHead
	length, sum := binary.LittleEndian.Uint32(head[:]), binary.LittleEndian.Uint32(head[4:])
	if int64(length) > r.left || length == 0 {
		return nil, nil
	}
	r.buf = sized(r.buf, int(length))
	if _, err := io.ReadFull(r.from, r.buf); err != nil {
		return nil, err
	}
	r.left -= int64(length)
	if crc32.Checksum(r.buf, castagnoli) != sum {
		return nil, nil
	}
	return r.buf, nil
}
