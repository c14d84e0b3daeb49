package wire

import (
	"bytes"
	"math"
	"strconv"

	"github.com/assay-bench/assay/executor/driver"
)

// CodeFile is the code of a statement that had the server ask for a file of
// this machine; as MySQL clients number it.
const CodeFile = 2068

const moreResults = 1 << 3 // in a server's status: another result follows

// head takes the first packet of a result.
func (a *Answer) head(p []byte) (Need, error) {
	switch p[0] {
	case markOK:
		return More, a.ok(p, true)
	case markFile:
		a.frames.next++ // the client's packet has a number too
		a.failure = &driver.Error{Code: CodeFile, Message: "the statement has the server ask for the file " + strconv.Quote(string(p[1:])) + " of this machine, which is not given"}
		return File, nil
	}
	c := cursor{rest: p}
	count, null := c.length()
	follow := true
	if a.CacheMetadata {
		follow = c.byte() != 0
	}
	if c.short || null || count == 0 || count > math.MaxUint16 {
		return More, &MalformedError{"a result without a number of columns"}
	}
	a.res.HasRows = true
	return More, a.expectColumns(int(count), follow)
}

// ok takes the end of a statement without rows, or of rows in the newer form,
// which is the same but for its first byte.
func (a *Answer) ok(p []byte, counts bool) error {
	c := cursor{rest: p[1:]}
	affected, _ := c.length()
	c.length() // the last automatic id
	status := c.uint16()
	a.warnings = int64(c.uint16())
	if c.short {
		return &MalformedError{"an end of a statement that is too short"}
	}
	if counts {
		a.affected = max(int64(affected), 0) // -1: the statement counts none
		if n, told := matched(c.rest); told {
			a.res.Matched = n
		}
	}
	return a.end(status)
}

// eof takes the end of rows in the older form.
func (a *Answer) eof(p []byte) error {
	c := cursor{rest: p[1:]}
	a.warnings = int64(c.uint16())
	status := c.uint16()
	if c.short {
		return &MalformedError{"an end of rows that is too short"}
	}
	return a.end(status)
}

// end ends a result and, unless another follows, the answer. What the last
// statement of a procedure changed counts only if none gave rows.
func (a *Answer) end(status uint16) error {
	if status&moreResults != 0 {
		a.state, a.first = head, false
		return nil
	}
	a.state = finished
	if !a.res.HasRows {
		a.res.Affected = a.affected
	} else {
		a.res.Matched = -1
	}
	return nil
}

// matched finds how many rows an UPDATE's WHERE matched, which a server tells
// in words only. In another language than English it is not known.
func matched(info []byte) (n int64, told bool) {
	_, rest, found := bytes.Cut(info, []byte("Rows matched: "))
	digits := 0
	for found && digits < len(rest) && digits < 18 && '0' <= rest[digits] && rest[digits] <= '9' {
		n = n*10 + int64(rest[digits]-'0')
		digits++
	}
	return n, digits > 0
}
