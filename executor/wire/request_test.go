package wire

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/planner/expr"
)

// unhex reads bytes in hexadecimal, with spaces anywhere.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAppendText(t *testing.T) {
	if got := AppendQuery(nil, "BEGIN"); string(got) != "\x06\x00\x00\x00\x03BEGIN" {
		t.Errorf("query %x", got)
	}
	if got := AppendPrepare([]byte("before"), "DO 1"); string(got) != "before\x05\x00\x00\x00\x16DO 1" {
		t.Errorf("prepare %x", got)
	}
}

// TestAppendQueryHead wants the beginning of AppendQuery, as long as that is
// one frame.
func TestAppendQueryHead(t *testing.T) {
	for _, size := range []int{0, 1, 300, 1 << 20, fullFrame - 2} {
		want := AppendQuery([]byte("before"), strings.Repeat("x", size))
		got, ok := AppendQueryHead([]byte("before"), size)
		if !ok || !bytes.HasPrefix(want, got) || len(want) != len(got)+size {
			t.Errorf("%d bytes: %x, %v; want the beginning of %x", size, got, ok, want[:16])
		}
	}
	if got, ok := AppendQueryHead(nil, fullFrame-1); ok || len(got) > 0 {
		t.Errorf("a text of two frames has one head %x", got)
	}
}

// TestAppendExecute checks the bytes of arguments of each kind, and when their
// types are sent.
func TestAppendExecute(t *testing.T) {
	instant := expr.TimeValue(time.Date(2026, 11, 30, 22, 15, 0, 5000, time.UTC))
	for name, c := range map[string]struct {
		args []expr.Value
		want string // from the bitmap of NULLs on
	}{
		"none":        {nil, ""},
		"integer":     {[]expr.Value{expr.IntValue(-2)}, "00 01 0800 feffffffffffffff"},
		"float":       {[]expr.Value{expr.FloatValue(1)}, "00 01 0500 000000000000f03f"},
		"truth":       {[]expr.Value{expr.BoolValue(true), expr.BoolValue(false)}, "00 01 0100 0100 01 00"},
		"text":        {[]expr.Value{expr.TextValue([]byte("ab"))}, "00 01 fe00 02 6162"},
		"no bytes":    {[]expr.Value{{Kind: expr.Bytes}}, "00 01 fe00 00"},
		"NULL":        {[]expr.Value{{}, expr.BoolValue(true)}, "01 01 0600 0100 01"},
		"instant":     {[]expr.Value{instant}, "00 01 fe00 1a" + hex.EncodeToString([]byte("2026-11-30 22:15:00.000005"))},
		"nine":        {append(make([]expr.Value, 8), expr.BoolValue(true)), "ff00 01" + strings.Repeat("0600", 8) + "0100 01"},
		"longer text": {[]expr.Value{expr.TextValue(bytes.Repeat([]byte("x"), 251))}, "00 01 fe00 fcfb00" + strings.Repeat("78", 251)},
	} {
		st := &Statement{id: 7, params: len(c.args)}
		want := append(unhex(t, "17 07000000 00 01000000"), unhex(t, c.want)...)
		got := AppendExecute(nil, st, c.args)
		if frameSize(got) != len(want) || got[3] != 0 || !bytes.Equal(got[headerSize:], want) {
			t.Errorf("%s: %x, want %x", name, got, want)
		}
		if most := ExecuteSize(c.args); len(want) > most {
			t.Errorf("%s: a request of %d bytes is said to have %d at most", name, len(want), most)
		}
	}
}

func TestTypesAreSentWhenTheyChange(t *testing.T) {
	st := &Statement{params: 1}
	for i, c := range []struct {
		v    expr.Value
		sent bool
	}{
		{expr.IntValue(1), true}, {expr.IntValue(2), false},
		{expr.Value{}, false}, {expr.IntValue(3), false},
		{expr.TextValue(nil), true}, {expr.Value{Kind: expr.Bytes}, false}, {expr.Value{Kind: expr.Time}, false},
		{expr.FloatValue(1), true},
	} {
		got := AppendExecute(nil, st, []expr.Value{c.v})
		if sent := got[headerSize+executeHead+1] == 1; sent != c.sent {
			t.Errorf("execution %d, of %s: types sent %v", i, c.v.Kind, sent)
		}
	}
	var a Answer
	a.ExpectPrepared(AppendPrepare(nil, ""), st)
	if _, err := a.Feed(unhex(t, "03000001 ff 0100")); err != nil {
		t.Fatal(err)
	}
	if got := AppendExecute(nil, st, []expr.Value{expr.FloatValue(2)}); got[headerSize+executeHead+1] != 1 {
		t.Error("after a failure the types are not sent")
	}
}

// TestLargeRequest cuts requests into frames at every size near the limit.
func TestLargeRequest(t *testing.T) {
	for _, size := range []int{fullFrame - 2, fullFrame - 1, fullFrame, 2*fullFrame - 1, 2*fullFrame + 10} {
		sql := strings.Repeat("x", size-1) + "y"
		got := AppendQuery(nil, sql)
		var body []byte
		frames := 0
		for last := false; !last; frames++ {
			n := frameSize(got)
			if int(got[3]) != frames {
				t.Fatalf("%d bytes: frame %d has number %d", size, frames, got[3])
			}
			body = append(body, got[headerSize:headerSize+n]...)
			got, last = got[headerSize+n:], n < fullFrame
		}
		if want := (size+1)/fullFrame + 1; len(got) > 0 || frames != want || string(body) != "\x03"+sql {
			t.Errorf("%d bytes: %d frames, want %d; %d bytes are left", size, frames, want, len(got))
		}
		if last := lastSequence(AppendQuery(nil, sql)); int(last) != frames-1 {
			t.Errorf("%d bytes: the last frame's number is taken for %d", size, last)
		}
	}
}
