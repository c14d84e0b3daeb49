package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// stream writes an answer as a server does.
type stream struct {
	b    []byte
	next byte
}

func answer() *stream { return &stream{next: 1} }

// add appends a packet, in as many frames as it takes.
func (s *stream) add(body ...byte) *stream {
	for {
		n := min(len(body), fullFrame)
		s.b = append(s.b, 0, 0, 0, 0)
		putHeader(s.b[len(s.b)-headerSize:], n, s.next)
		s.b = append(s.b, body[:n]...)
		s.next++
		if body = body[n:]; n < fullFrame {
			return s
		}
	}
}

func (s *stream) hex(t testing.TB, text string) *stream { return s.add(unhex(t, text)...) }

// define appends the definition of a column of a type.
func (s *stream) define(kind byte) *stream {
	body := []byte("\x03def\x00\x00\x00\x01c\x00\x0c\x3f\x00\x14\x00\x00\x00")
	return s.add(append(body, kind, 0, 0, 0, 0, 0)...)
}

const (
	okay       = "00 00 00 0200 0000"
	endOfRows  = "fe 00 00 0200 0000" // in the newer form
	endOfOld   = "fe 0000 0200"
	moreFollow = "fe 00 00 0a00 0000"
)

// fed feeds b in pieces of a size, and gives what came of it.
func fed(a *Answer, b []byte, piece int) (need Need, err error) {
	for len(b) > 0 && err == nil {
		n := min(piece, len(b))
		// A copy, so that nothing can be kept of what was fed.
		chunk := bytes.Clone(b[:n])
		need, err = a.Feed(chunk)
		clear(chunk)
		b = b[n:]
	}
	return need, err
}

// TestAnswers reads answers in pieces of every size.
func TestAnswers(t *testing.T) {
	modern, old, cached := Terms{DeprecateEOF: true}, Terms{}, Terms{CacheMetadata: true, DeprecateEOF: true}
	text := []expr.Kind{expr.String}
	for name, c := range map[string]struct {
		terms  Terms
		st     *Statement
		reads  []expr.Kind
		stream *stream
		want   string
	}{
		"OK":              {old, nil, nil, answer().hex(t, okay), "affected 0, matched -1"},
		"affected":        {old, nil, nil, answer().hex(t, "00 fc0001 05 0200 0300"), "affected 256, matched -1, 3 warnings"},
		"counts none":     {old, nil, nil, answer().hex(t, "00 feffffffffffffffff 00 0200 0000"), "affected 0, matched -1"},
		"matched":         {modern, nil, nil, answer().add(append(unhex(t, "00 01 00 0200 0000 28"), "Rows matched: 12  Changed: 1  Warnings: 0"...)...), "affected 1, matched 12"},
		"error":           {old, nil, nil, answer().add([]byte("\xff\x28\x04#42000no\x20such")...), "error 1064: no such, affected 0, matched -1"},
		"error, no state": {old, nil, nil, answer().add([]byte("\xff\x10\x04full")...), "error 1040: full, affected 0, matched -1"},
		"progress":        {old, nil, nil, answer().hex(t, "ffffff 01 02 03").hex(t, okay), "affected 0, matched -1"},
		"rows": {modern, nil, nil, answer().hex(t, "01").define(typeText).add(2, 'a', 'b').add(markFile).hex(t, endOfRows),
			"rows 2 []"},
		"rows, older": {old, nil, nil, answer().hex(t, "01").define(typeText).hex(t, endOfOld).add(2, 'a', 'b').hex(t, endOfOld),
			"rows 1 []"},
		"first row":     {modern, nil, text, answer().hex(t, "01").define(typeText).add(2, 'a', 'b').add(1, 'c').hex(t, endOfRows), "rows 2 [ab]"},
		"no row":        {modern, nil, text, answer().hex(t, "01").define(typeText).hex(t, endOfRows), "rows 0 []"},
		"NULL":          {modern, nil, text, answer().hex(t, "01").define(typeText).add(markFile).hex(t, endOfRows), "rows 1 [NULL]"},
		"empty":         {modern, nil, text, answer().hex(t, "01").define(typeText).add(0).hex(t, endOfRows), "rows 1 []"},
		"misfit":        {modern, nil, []expr.Kind{expr.Int}, answer().hex(t, "01").define(typeText).add(1, 'x').add(1, '7').hex(t, endOfRows), "error 2000, rows 2 []"},
		"few columns":   {modern, nil, []expr.Kind{expr.Int, expr.Int}, answer().hex(t, "01").define(typeInt).add(1, '7').hex(t, endOfRows), "error 2000, rows 1 []"},
		"error in rows": {modern, nil, nil, answer().hex(t, "01").define(typeInt).add(1, '7').add([]byte("\xff\x25\x05#70100ended")...), "error 1317: ended, rows 1 []"},
		"several": {modern, nil, []expr.Kind{expr.Int}, answer().hex(t, "01").define(typeText).hex(t, moreFollow).
			hex(t, "02").define(typeInt).define(typeInt).add(1, '7', 1, '8').hex(t, moreFollow).hex(t, "00 03 00 0200 0000"), "rows 1 [7]"},
		"binary": {modern, &Statement{columns: make([]column, 2)}, []expr.Kind{expr.Int, expr.String},
			answer().hex(t, "02").define(typeInt).define(typeText).hex(t, "00 00 0700000000000000 02 6869").hex(t, endOfRows), "rows 1 [7 hi]"},
		"binary NULL": {modern, &Statement{columns: make([]column, 2)}, []expr.Kind{expr.Int, expr.String},
			answer().hex(t, "02").define(typeInt).define(typeText).hex(t, "00 04 02 6869").hex(t, endOfRows), "rows 1 [NULL hi]"},
		"definitions kept": {cached, &Statement{columns: []column{{kind: typeInt}}}, []expr.Kind{expr.Int},
			answer().hex(t, "01 00").hex(t, "00 00 0900000000000000").hex(t, endOfRows), "rows 1 [9]"},
		"definitions told": {cached, &Statement{columns: []column{{kind: typeInt}}}, []expr.Kind{expr.Int},
			answer().hex(t, "01 01").define(typeTiny).hex(t, "00 00 09").hex(t, endOfRows), "rows 1 [9]"},
		"another number of columns": {cached, &Statement{columns: []column{{kind: typeInt}}}, []expr.Kind{expr.Int},
			answer().hex(t, "02 01").define(typeTiny).define(typeTiny).hex(t, "00 00 09 08").hex(t, endOfRows), "rows 1 [9]"},
		"a killed session": {old, nil, nil, (&stream{}).add([]byte("\xff\x87\x07killed")...), "error 1927: killed, affected 0, matched -1"},
	} {
		for piece := 1; piece <= len(c.stream.b); piece++ {
			a, res := Answer{Terms: c.terms}, new(driver.Result)
			res.Reset()
			a.Expect(AppendQuery(nil, ""), c.st, c.reads, res)
			need, err := fed(&a, c.stream.b, piece)
			if got := describe(&a, res); err != nil || need != Done || got != c.want {
				t.Fatalf("%s, in pieces of %d: %s (error %v, need %d), want %s", name, piece, got, err, need, c.want)
			}
		}
	}
}

// describe puts a whole answer into words.
func describe(a *Answer, res *driver.Result) string {
	var b strings.Builder
	var sent *ServerError
	var own *driver.Error
	switch {
	case errors.As(a.Err(), &sent):
		fmt.Fprintf(&b, "%v, ", sent)
	case errors.As(a.Err(), &own):
		fmt.Fprintf(&b, "error %d, ", own.Code)
	}
	if res.HasRows {
		var row []string
		for _, v := range res.Row {
			row = append(row, string(v.Append(nil)))
		}
		fmt.Fprintf(&b, "rows %d [%s]", res.Rows, strings.Join(row, " "))
	} else {
		fmt.Fprintf(&b, "affected %d, matched %d", res.Affected, res.Matched)
	}
	if n := a.Warnings(); n > 0 {
		fmt.Fprintf(&b, ", %d warnings", n)
	}
	return b.String()
}

// TestPrepared reads what a server says of a statement that it has prepared.
func TestPrepared(t *testing.T) {
	for name, c := range map[string]struct {
		terms  Terms
		stream *stream
		params int
		kinds  string
	}{
		"nothing":        {Terms{}, answer().hex(t, "00 2a000000 0000 0000 00 0000"), 0, ""},
		"both":           {Terms{}, answer().hex(t, "00 2a000000 0200 0100 00 0000").define(typeNull).hex(t, endOfOld).define(typeInt).define(typeText).hex(t, endOfOld), 1, "08fe"},
		"both, newer":    {Terms{DeprecateEOF: true}, answer().hex(t, "00 2a000000 0200 0100 00 0000").define(typeNull).define(typeInt).define(typeText), 1, "08fe"},
		"arguments":      {Terms{}, answer().hex(t, "00 2a000000 0000 0200 00 0000").define(typeNull).define(typeNull).hex(t, endOfOld), 2, ""},
		"columns, newer": {Terms{DeprecateEOF: true}, answer().hex(t, "00 2a000000 0100 0000 00 0000").define(typeTiny), 0, "01"},
	} {
		for piece := 1; piece <= len(c.stream.b); piece++ {
			a, st := Answer{Terms: c.terms}, new(Statement)
			a.ExpectPrepared(AppendPrepare(nil, ""), st)
			need, err := fed(&a, c.stream.b, piece)
			kinds := ""
			for _, of := range st.columns {
				kinds += fmt.Sprintf("%02x", of.kind)
			}
			if need != Done || err != nil || a.Err() != nil || st.id != 42 || st.Params() != c.params || kinds != c.kinds {
				t.Fatalf("%s, in pieces of %d: statement %+v (errors %v, %v; need %d)", name, piece, st, err, a.Err(), need)
			}
		}
	}
}

// TestFile refuses a file, and goes on to what the server says of that.
func TestFile(t *testing.T) {
	var a Answer
	var res driver.Result
	a.Expect(AppendQuery(nil, ""), nil, nil, &res)
	if need, err := a.Feed(answer().add([]byte("\xfb/etc/passwd")...).b); need != File || err != nil {
		t.Fatalf("need %d, error %v; want a file", need, err)
	}
	if got := AppendNoFile(nil, &a); !bytes.Equal(got, unhex(t, "00000002")) {
		t.Errorf("the refusal is %x", got)
	}
	need, err := a.Feed((&stream{next: 3}).hex(t, okay).b)
	if own := (*driver.Error)(nil); need != Done || err != nil || !errors.As(a.Err(), &own) || own.Code != CodeFile || !strings.Contains(own.Message, "/etc/passwd") {
		t.Errorf("need %d, errors %v and %v", need, err, a.Err())
	}
}

// TestMalformed feeds what no server may send.
func TestMalformed(t *testing.T) {
	prepared := func() *Statement { return &Statement{columns: []column{{kind: typeInt}}} }
	modern := Terms{DeprecateEOF: true}
	number := []expr.Kind{expr.Int}
	for name, c := range map[string]struct {
		terms  Terms
		st     *Statement
		reads  []expr.Kind
		stream *stream
	}{
		"an empty packet":       {modern, nil, nil, answer().add()},
		"a wrong number":        {modern, nil, nil, (&stream{next: 2}).hex(t, okay)},
		"more than the answer":  {modern, nil, nil, answer().hex(t, okay).hex(t, okay)},
		"a short OK":            {modern, nil, nil, answer().hex(t, "00 00 00 02")},
		"a short error":         {modern, nil, nil, answer().hex(t, "ff 01")},
		"a short end":           {modern, nil, nil, answer().hex(t, "01").define(typeInt).hex(t, "fe 00 00")},
		"a short older end":     {Terms{}, nil, nil, answer().hex(t, "01").define(typeInt).hex(t, endOfOld).hex(t, "fe 00")},
		"too many columns":      {modern, nil, nil, answer().hex(t, "fe 0000010000000000")},
		"no columns":            {modern, nil, nil, answer().hex(t, "fc 0000")},
		"an end at once":        {modern, nil, nil, answer().hex(t, endOfOld)},
		"a short definition":    {modern, nil, number, answer().hex(t, "01").hex(t, "03646566 00 00 00 0163 00 0c 3f00")},
		"no end after columns":  {Terms{}, nil, nil, answer().hex(t, "01").define(typeInt).add(1, '7')},
		"columns never told":    {Terms{CacheMetadata: true, DeprecateEOF: true}, nil, nil, answer().hex(t, "01 00")},
		"other columns":         {Terms{CacheMetadata: true, DeprecateEOF: true}, prepared(), nil, answer().hex(t, "02 00")},
		"a short row":           {modern, nil, []expr.Kind{expr.String}, answer().hex(t, "01").define(typeText).add(9, 'x')},
		"a number that is none": {modern, nil, number, answer().hex(t, "01").define(typeInt).add(1, 'x')},
		"a double that is none": {modern, nil, number, answer().hex(t, "01").define(typeDouble).add(1, 'x')},
		"a float that is none":  {modern, nil, number, answer().hex(t, "01").define(typeFloat).add(1, 'x')},
		"a short binary row":    {modern, prepared(), number, answer().hex(t, "01").define(typeInt).hex(t, "00 00 0700")},
		"no bits":               {modern, prepared(), number, answer().hex(t, "01").define(typeInt).hex(t, "00")},
		"a marked row":          {modern, prepared(), number, answer().hex(t, "01").define(typeInt).hex(t, "01 00 0700000000000000")},
		"an unknown type":       {modern, prepared(), number, answer().hex(t, "01").define(typeBool).hex(t, "00 00 01")},
		"a date of 5 bytes":     {modern, prepared(), []expr.Kind{expr.String}, answer().hex(t, "01").define(typeDate).hex(t, "00 00 05 0102030405")},
		"a time of 5 bytes":     {modern, prepared(), []expr.Kind{expr.String}, answer().hex(t, "01").define(typeTime).hex(t, "00 00 05 0102030405")},
		"a large message":       {modern, nil, nil, answer().add(append([]byte{markError}, make([]byte, 2<<20)...)...)},
	} {
		for _, piece := range []int{1, 3, 1 << 20} {
			if len(c.stream.b) > 1<<20 && piece < 1<<20 {
				continue
			}
			a, res := Answer{Terms: c.terms}, new(driver.Result)
			a.Expect(AppendQuery(nil, ""), c.st, c.reads, res)
			_, err := fed(&a, c.stream.b, piece)
			if malformed := (*MalformedError)(nil); !errors.As(err, &malformed) {
				t.Errorf("%s, in pieces of %d: error %v", name, piece, err)
			}
		}
	}
}

// TestLargePackets reads rows of 16 MiB and more, the last frame of which may
// be small or empty, in pieces as they come from a network.
func TestLargePackets(t *testing.T) {
	for _, size := range []int{fullFrame - 10, fullFrame - 9, fullFrame - 8, fullFrame, 2*fullFrame - 9} {
		value := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		row := append(appendLength(nil, uint64(size)), value...)
		s := answer().hex(t, "01").define(typeText).add(row...).add(row...).hex(t, endOfRows)
		for _, reads := range [][]expr.Kind{nil, {expr.String}} {
			a, res := Answer{Terms: Terms{DeprecateEOF: true}}, new(driver.Result)
			a.Expect(AppendQuery(nil, ""), nil, reads, res)
			need, err := fed(&a, s.b, 60_001)
			if need != Done || err != nil || a.Err() != nil || res.Rows != 2 {
				t.Fatalf("%d bytes: %d rows (errors %v, %v; need %d)", size, res.Rows, err, a.Err(), need)
			}
			if len(reads) > 0 && !bytes.Equal(res.Row[0].Text, value) {
				t.Errorf("%d bytes: read %d others", size, len(res.Row[0].Text))
			}
			if len(reads) == 0 && cap(a.frames.body) > keepMemory {
				t.Errorf("%d bytes that nobody wants are kept in memory", size)
			}
			a.Expect(AppendQuery(nil, ""), nil, nil, res)
			if kept := cap(a.frames.body) + cap(a.text); kept > 2*keepMemory {
				t.Errorf("%d bytes of memory are kept for the next answer", kept)
			}
		}
	}
}
