package wire

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/assay-bench/assay/planner/expr"
)

const (
	headerSize = 4         // of a frame: three bytes of length, one of sequence
	fullFrame  = 1<<24 - 1 // a body of this size goes on in the next frame
)

// Commands, the first byte of a request.
const (
	commandQuery   = 0x03
	commandPrepare = 0x16
	commandExecute = 0x17
)

// AppendQuery appends the request to execute a text.
func AppendQuery(dst []byte, sql string) []byte { return appendText(dst, commandQuery, sql) }

// AppendQueryHead appends what goes before a text of so many bytes, for one
// that is not to be copied. False if it takes more than one frame.
func AppendQueryHead(dst []byte, size int) ([]byte, bool) {
	if size+1 >= fullFrame {
		return dst, false
	}
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0, commandQuery)
	putHeader(dst[start:], size+1, 0)
	return dst, true
}

// AppendPrepare appends the request to prepare a text.
func AppendPrepare(dst []byte, sql string) []byte { return appendText(dst, commandPrepare, sql) }

// appendText appends a command whose argument is a text.
func appendText(dst []byte, command byte, text string) []byte {
	start := len(dst)
	dst = slices.Grow(dst, headerSize+1+len(text))
	dst = append(dst, 0, 0, 0, 0, command)
	return frame(append(dst, text...), start, 0)
}

// AppendNoFile appends the answer to a server that asks for a file: none. It
// follows the answer a, which has said File.
func AppendNoFile(dst []byte, a *Answer) []byte {
	start := len(dst)
	return frame(append(dst, 0, 0, 0, 0), start, a.frames.next-1)
}

// Statement is what a session knows of a statement that its server has
// prepared.
type Statement struct {
	id      uint32
	params  int
	types   []byte   // of the arguments as last sent; empty if the server knows none
	columns []column // of its rows, as last told
}

// Params is the number of arguments that the statement takes.
func (st *Statement) Params() int { return st.params }

// Types of arguments in the protocol.
const (
	typeTiny   = 1
	typeDouble = 5
	typeNull   = 6
	typeInt    = 8
	typeText   = 254
)

// typeOf is how the values of a kind are sent. Instants go as text, in the form
// that every column of dates takes.
var typeOf = [...]byte{
	expr.Null: typeNull, expr.Int: typeInt, expr.Float: typeDouble, expr.Bool: typeTiny,
	expr.String: typeText, expr.Bytes: typeText, expr.Time: typeText,
}

const (
	executeHead = 10 // command, number of the statement, flags, iterations
	mostFixed   = 9  // bytes of a value besides its text: a number, or a length
	timeText    = 27 // bytes of an instant and its length, with room for years beyond 9999
)

// ExecuteSize is how many bytes the request to execute a statement has at
// most, without the headers of its frames.
func ExecuteSize(args []expr.Value) int {
	n := executeHead + (len(args)+7)/8 + 1 + 2*len(args)
	for i := range args {
		n += mostFixed + len(args[i].Text)
		if args[i].Kind == expr.Time {
			n += timeText
		}
	}
	return n
}

// AppendExecute appends the request to execute st with args, as many as it
// takes. The types of arguments are sent the first time, and again when they
// change or the statement has failed.
func AppendExecute(dst []byte, st *Statement, args []expr.Value) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0, commandExecute)
	dst = binary.LittleEndian.AppendUint32(dst, st.id)
	dst = append(dst, 0, 1, 0, 0, 0) // no cursor; once
	if len(args) > 0 {
		dst = appendNulls(dst, args)
		if st.retype(args) {
			dst = append(dst, 1)
			for _, t := range st.types {
				dst = append(dst, t, 0)
			}
		} else {
			dst = append(dst, 0)
		}
		for i := range args {
			dst = appendValue(dst, &args[i])
		}
	}
	return frame(dst, start, 0)
}

// appendNulls appends a bit for each argument, set if it is NULL.
func appendNulls(dst []byte, args []expr.Value) []byte {
	start := len(dst)
	for range (len(args) + 7) / 8 {
		dst = append(dst, 0)
	}
	for i := range args {
		if args[i].Kind == expr.Null {
			dst[start+i/8] |= 1 << (i % 8)
		}
	}
	return dst
}

// retype takes the types of args and tells whether the server has to know. A
// NULL has no type, so it is no reason.
func (st *Statement) retype(args []expr.Value) (changed bool) {
	if len(st.types) != len(args) {
		st.types = slices.Grow(st.types[:0], len(args))[:len(args)]
		clear(st.types)
		changed = true
	}
	for i := range args {
		t := typeOf[args[i].Kind]
		if st.types[i] != t && (t != typeNull || st.types[i] == 0) {
			st.types[i] = t
			changed = true
		}
	}
	return changed
}

// appendValue appends an argument in binary; a NULL is a bit before them all.
func appendValue(dst []byte, v *expr.Value) []byte {
	switch v.Kind {
	case expr.Int:
		return binary.LittleEndian.AppendUint64(dst, uint64(v.Int))
	case expr.Float:
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.Float))
	case expr.Bool:
		return append(dst, byte(v.Int))
	case expr.String, expr.Bytes:
		return append(appendLength(dst, uint64(len(v.Text))), v.Text...)
	case expr.Time:
		at := len(dst)
		dst = v.Append(append(dst, 0)) // its length is one byte, being below 251
		dst[at] = byte(len(dst) - at - 1)
	}
	return dst
}

// appendLength appends a number in the form of one, three, four or nine bytes.
func appendLength(dst []byte, n uint64) []byte {
	switch {
	case n < 0xfb:
		return append(dst, byte(n))
	case n < 1<<16:
		return append(dst, 0xfc, byte(n), byte(n>>8))
	case n < 1<<24:
		return append(dst, 0xfd, byte(n), byte(n>>8), byte(n>>16))
	}
	return binary.LittleEndian.AppendUint64(append(dst, 0xfe), n)
}

// frame writes the header of the request that begins at start, and cuts a
// large one into frames: a full one is followed by another, if need be an
// empty one.
func frame(dst []byte, start int, sequence byte) []byte {
	size := len(dst) - start - headerSize
	for ; size >= fullFrame; size -= fullFrame {
		putHeader(dst[start:], fullFrame, sequence)
		sequence++
		start += headerSize + fullFrame
		dst = slices.Insert(dst, start, 0, 0, 0, 0)
	}
	putHeader(dst[start:], size, sequence)
	return dst
}

// putHeader writes a frame's header: the body's size, lowest byte first, and the
// frame's number.
func putHeader(dst []byte, size int, sequence byte) {
	dst[0], dst[1], dst[2], dst[3] = byte(size), byte(size>>8), byte(size>>16), sequence
}

// lastSequence is the number of a request's last frame.
func lastSequence(request []byte) byte {
	sequence := byte(0)
	for len(request) >= headerSize {
		sequence = request[3]
		request = request[min(headerSize+frameSize(request), len(request)):]
	}
	return sequence
}

// frameSize is the size of a frame's body, by its header.
func frameSize(header []byte) int { return int(header[0]) | int(header[1])<<8 | int(header[2])<<16 }
