package fileio

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
)

// sector is the least unit that disks store, compress and deduplicate.
const sector = 512

// chunk is the unit within which a share of the data is zeros. File systems
// compress extents of more than this, and pages of this.
const chunk = 4096

// trailer is what the last bytes of a block hold if blocks are checked: a
// CRC-32C of all before it, then the block's position over all files, counted
// from 1, so that zeros are no block.
const trailer = 12

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// content makes and checks the data of blocks.
type content struct {
	block, perFile int64
	zeros          int64 // per cent
	check          bool
	seed           uint64
}

// newContent is the content that a job's data has.
func newContent(j *Job) *content {
	return &content{j.Block, ceil(j.FileSize(), j.Block), j.Compressible, j.Validate, j.Seed}
}

// fill gives a buffer its data, once: random bytes, and the wanted share of
// zeros at the end of each chunk. Before each write, freshen changes it.
func (c *content) fill(b []byte, stream uint64) {
	source := rand.NewChaCha8(key(c.seed, stream))
	for len(b) > 0 {
		part := b[:min(chunk, len(b))]
		random := len(part) - len(part)*int(c.zeros)/100
		source.Read(part[:random]) // which never fails
		clear(part[random:])
		b = b[len(part):]
	}
}

// key spreads two numbers over ChaCha8's key.
func key(seed, stream uint64) (k [32]byte) {
	binary.LittleEndian.PutUint64(k[:], mix(seed))
	binary.LittleEndian.PutUint64(k[8:], mix(seed^mix(stream)))
	return k
}

// freshen makes the data of a step unlike that of any other, so that no disk
// can store it as a copy: it writes the number of the request, mixed, into the
// first bytes of each sector. Generating all bytes anew would measure the
// generator. Data that is all zeros, as sysbench's, stays so.
func (c *content) freshen(b []byte, step *Step) {
	if c.zeros < 100 {
		z := mix(c.seed ^ uint64(step.number))
		for at := 0; at+8 <= len(b); at += sector {
			binary.LittleEndian.PutUint64(b[at:], z+uint64(at))
		}
	}
	if c.check {
		c.seal(b, step.block)
	}
}

// seal writes the trailers of the blocks in b, the first of which is at
// position block.
func (c *content) seal(b []byte, block int64) {
	for ; len(b) > 0; block++ {
		one := b[:min(c.block, int64(len(b)))]
		sum := one[len(one)-trailer:]
		binary.LittleEndian.PutUint64(sum[4:], uint64(block+1))
		binary.LittleEndian.PutUint32(sum, crc32.Checksum(one[:len(one)-trailer], castagnoli))
		b = b[len(one):]
	}
}

// verify checks the blocks that a step has read.
func (c *content) verify(b []byte, step *Step) error {
	for block := step.block; len(b) > 0; block++ {
		one := b[:min(c.block, int64(len(b)))]
		sum := one[len(one)-trailer:]
		at := int64(binary.LittleEndian.Uint64(sum[4:])) - 1
		crc := binary.LittleEndian.Uint32(sum)
		if at != block || crc != crc32.Checksum(one[:len(one)-trailer], castagnoli) {
			return &ContentError{File: Name(block / c.perFile), Offset: block % c.perFile * c.block, moved: at != block}
		}
		b = b[len(one):]
	}
	return nil
}

// ContentError is a block that does not hold what was written there.
type ContentError struct {
	File   string
	Offset int64 // of the block, in bytes
	moved  bool  // it belongs elsewhere, or was never written
}

func (e *ContentError) Error() string {
	what := "its checksum does not match its data"
	if e.moved {
		what = "it is not the block that was written there"
	}
	return fmt.Sprintf("the block at byte %d of %s is wrong: %s", e.Offset, e.File, what)
}
