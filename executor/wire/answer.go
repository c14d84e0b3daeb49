package wire

import (
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// Answer reads what a server answers to one request, and is used again for the
// next. The zero value but for Terms is ready for Expect.
type Answer struct {
	Terms

	frames   frames
	state    state
	prepared *Statement // that is executed, or being prepared; nil: a text
	reads    []expr.Kind
	res      *driver.Result
	failure  error // of the statement; the connection is in order

	first   bool     // the result at hand is the answer's first
	ends    bool     // the packet at hand is what follows the last row
	left    int      // definitions that are still to come
	columns []column // of the rows at hand, as far as they matter
	scratch []column // memory of those that no statement keeps

	affected int64 // by the last statement that told
	warnings int64
	text     []byte // of Result.Row
}

// state is what the next packet is.
type state uint8

const (
	finished     state = iota
	head               // of a result: a count of columns, OK, an error, a request for a file
	preparedHead       // the number of a prepared statement
	params             // definitions of its arguments
	paramsEnd          // the EOF packet after them
	definitions        // of columns
	definitionsEnd
	rows
)

// Need is what a server's answer wants next.
type Need uint8

// The needs.
const (
	More Need = iota // the rest of the answer
	File             // a file of this machine: AppendNoFile refuses it, then comes more
	Done             // nothing: the answer is whole
)

// keepMemory is how many bytes of memory an answer keeps for the next one. A
// session reads a large row now and then, and there may be thousands.
const keepMemory = 64 << 10

// Expect begins the answer to a request: the execution of st, or of a text if
// st is nil. What comes goes into *res, and as much of the first row as reads
// wants; its texts are valid until the next Expect.
func (a *Answer) Expect(request []byte, st *Statement, reads []expr.Kind, res *driver.Result) {
	a.begin(request, head, st)
	a.reads, a.res = reads, res
}

// ExpectPrepared begins the answer to a request to prepare a statement, which
// it describes in *st.
func (a *Answer) ExpectPrepared(request []byte, st *Statement) {
	a.begin(request, preparedHead, st)
	a.reads, a.res = nil, nil
}

// begin forgets the answer before. Its memory is kept, up to keepMemory.
func (a *Answer) begin(request []byte, s state, st *Statement) {
	a.frames.start(lastSequence(request) + 1)
	a.state, a.prepared, a.failure = s, st, nil
	a.columns, a.first = nil, true
	a.affected, a.warnings = 0, 0
	if a.text = a.text[:0]; cap(a.text) > keepMemory {
		a.text = nil
	}
}

// Err is why the statement failed, once the answer is whole: a *ServerError,
// or a *driver.Error if it was executed but its first row does not hold what
// was to be read, or a file was refused.
func (a *Answer) Err() error { return a.failure }

// Warnings is how many the last statement of the answer had.
func (a *Answer) Warnings() int64 { return a.warnings }

// Feed takes the next bytes of the answer, as they have arrived. It keeps none
// of them. An error is a *MalformedError, and the last thing to be had from
// this answer.
func (a *Answer) Feed(b []byte) (Need, error) {
	for len(b) > 0 {
		left, need, err := a.take(b)
		if err != nil {
			return Done, err
		}
		if need == File && len(left) == 0 {
			return File, nil
		}
		b = left
	}
	if a.state == finished {
		return Done, nil
	}
	return More, nil
}

// take consumes bytes of b: of a header, a body, or both, up to the end of a
// packet.
func (a *Answer) take(b []byte) (left []byte, need Need, err error) {
	f := &a.frames
	if a.state == finished {
		return nil, Done, &MalformedError{"it goes on behind its end"}
	}
	if f.gathered < headerSize {
		if b, err = f.takeHeader(b); err != nil || f.wantsMore(b) {
			return b, More, err
		}
	}
	if !f.decided {
		if err = a.decide(b[0]); err != nil {
			return nil, Done, err
		}
	}
	left, packet, whole := f.takeBody(b)
	if !whole {
		if len(f.body) > a.most() {
			err = &MalformedError{"a packet is larger than any of its kind"}
		}
		return left, More, err
	}
	need, err = a.packet(packet)
	f.done()
	return left, need, err
}

// decide looks at the first byte of a packet, which tells whether the rest
// matters. An error may have a wrong number: a server that ends a session does
// not wait to be asked.
func (a *Answer) decide(first byte) error {
	if a.frames.disorder && first != markError {
		return &MalformedError{"packets are out of order"}
	}
	a.ends = a.state == rows && a.endsRows(first)
	a.frames.decided, a.frames.keep = true, a.wants(first)
	return nil
}

// First bytes of packets.
const (
	markOK    = 0x00
	markFile  = 0xfb
	markEOF   = 0xfe
	markError = 0xff
)

// wants tells whether the packet that begins so is looked at.
func (a *Answer) wants(first byte) bool {
	switch a.state {
	case params:
		return first == markError
	case definitions:
		return first == markError || len(a.columns)-a.left < a.looked()
	case rows:
		return first == markError || a.ends || a.res.Rows == 0 && len(a.reads) > 0
	}
	return true
}

// most is how large a packet may be that is kept: a row as large as servers
// let rows be, all others much smaller.
func (a *Answer) most() int {
	if a.state == rows {
		return 1 << 30
	}
	return 1 << 20
}

// endsRows tells the packet after the last row from a row of texts, which
// begins with the same byte if the first of them has 16 MiB or more.
func (a *Answer) endsRows(first byte) bool {
	size := frameSize(a.frames.header[:])
	return first == markEOF && (size < 9 || a.DeprecateEOF && size < fullFrame)
}

// packet takes a packet; nil is one that was not wanted.
func (a *Answer) packet(p []byte) (Need, error) {
	if len(p) > 0 && p[0] == markError {
		return More, a.fail(p)
	}
	switch a.state {
	case head:
		return a.head(p)
	case preparedHead:
		return More, a.preparedHead(p)
	case params:
		a.left--
		return More, a.skipToColumns()
	case paramsEnd, definitionsEnd:
		return More, a.endDefinitions(p)
	case definitions:
		return More, a.definition(p)
	}
	return More, a.row(p)
}

// fail takes an error, which ends the answer, or a report of progress, which
// MariaDB sends in the form of one.
func (a *Answer) fail(p []byte) error {
	const progress = 0xffff
	c := cursor{rest: p[1:]}
	failed := &ServerError{Code: int(c.uint16())}
	if c.short {
		return &MalformedError{"an error without a number"}
	}
	if failed.Code == progress {
		return nil
	}
	if len(c.rest) >= 6 && c.rest[0] == '#' {
		failed.State, c.rest = string(c.rest[1:6]), c.rest[6:]
	}
	failed.Message = string(c.rest)
	if a.prepared != nil {
		a.prepared.types = a.prepared.types[:0] // who knows what the server has taken
	}
	a.failure, a.state = failed, finished
	return nil
}
