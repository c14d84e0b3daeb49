package wire

import (
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// Bits of what FuzzAnswer varies besides the answer.
const (
	fuzzCacheMetadata = 1 << iota
	fuzzDeprecateEOF
	fuzzExecuted // a prepared statement
	fuzzPrepare  // the answer to preparing one
)

// recorded gives the answers of testdata/answers.txt: lines of flags and bytes.
func recorded(t testing.TB) iter.Seq2[[]byte, byte] {
	t.Helper()
	all, err := os.ReadFile("testdata/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte, byte) bool) {
		for line := range strings.Lines(string(all)) {
			flags, b, _ := strings.Cut(line, " ")
			if !yield(unhex(t, b), flags[0]-'0') {
				return
			}
		}
	}
}

// TestRecordedAnswers reads real answers to texts, which are whole.
func TestRecordedAnswers(t *testing.T) {
	texts := 0
	for b, flags := range recorded(t) {
		if flags&fuzzExecuted != 0 { // the columns of which may have been told before
			continue
		}
		texts++
		if what, end := fuzzed(t, b, 7, flags, nil, nil); end != "whole" {
			t.Errorf("%x: %s, %s", b, what, end)
		}
	}
	if texts < 100 {
		t.Errorf("%d answers are recorded", texts)
	}
}

// FuzzAnswer feeds answers that no server gives. Whatever comes, Feed ends
// without a panic, takes no more memory than what came, and says the same of
// pieces of one byte as of the whole. It begins with real answers of MariaDB,
// which the comparison in executor/mysql writes (go test -record).
func FuzzAnswer(f *testing.F) {
	for b, flags := range recorded(f) {
		f.Add(b, flags, []byte{byte(expr.String), byte(expr.Int)}, []byte{typeInt, typeText})
	}
	f.Add(answer().hex(f, okay).b, byte(0), []byte{}, []byte{})
	f.Add(answer().hex(f, "01").define(typeText).add(2, 'a', 'b').hex(f, endOfRows).b, byte(fuzzDeprecateEOF), []byte{byte(expr.String)}, []byte{})
	f.Add(answer().hex(f, "00 2a000000 0100 0100 00 0000").define(typeNull).hex(f, endOfOld).define(typeInt).hex(f, endOfOld).b, byte(fuzzPrepare), []byte{}, []byte{})
	f.Add(answer().hex(f, "01 00").hex(f, "00 00 0900000000000000").hex(f, endOfRows).b, byte(fuzzCacheMetadata|fuzzDeprecateEOF|fuzzExecuted), []byte{byte(expr.Int)}, []byte{typeInt})
	f.Add(answer().hex(f, "01 00").hex(f, "00 00 0b ea07 0b1e 160f00 01000000").hex(f, endOfRows).b, byte(fuzzCacheMetadata|fuzzDeprecateEOF|fuzzExecuted), []byte{byte(expr.Time)}, []byte{typeDateTime})
	f.Fuzz(func(t *testing.T, b []byte, flags byte, reads, columns []byte) {
		whole, wholeEnd := fuzzed(t, b, len(b)+1, flags, reads, columns)
		single, singleEnd := fuzzed(t, b, 1, flags, reads, columns)
		if whole != single || wholeEnd != singleEnd {
			t.Errorf("the whole gives %q and %v, single bytes %q and %v", whole, wholeEnd, single, singleEnd)
		}
	})
}

// fuzzed feeds b in pieces and tells what came of it, and whether it ended: by
// an error, with the answer whole, or not.
func fuzzed(t *testing.T, b []byte, piece int, flags byte, reads, columns []byte) (what, end string) {
	a := Answer{Terms: Terms{CacheMetadata: flags&fuzzCacheMetadata != 0, DeprecateEOF: flags&fuzzDeprecateEOF != 0}}
	var st *Statement
	if flags&fuzzExecuted != 0 {
		st = new(Statement)
		for _, kind := range columns {
			st.columns = append(st.columns, column{kind: kind, unsigned: kind%2 == 0, decimals: byte(len(columns)) % 7})
		}
	}
	kinds := make([]expr.Kind, len(reads))
	for i := range reads {
		kinds[i] = expr.Kind(reads[i] % byte(expr.Time+1))
	}
	var res driver.Result
	res.Reset()
	if flags&fuzzPrepare != 0 {
		a.ExpectPrepared(AppendPrepare(nil, ""), new(Statement))
	} else {
		a.Expect(AppendQuery(nil, ""), st, kinds, &res)
	}
	need, err := fed(&a, b, piece)
	if kept := len(a.frames.body) + len(a.text); kept > 64*(len(b)+1) {
		t.Errorf("%d bytes are kept of %d", kept, len(b))
	}
	switch {
	case err != nil:
		return "", err.Error()
	case need == Done:
		return describe(&a, &res), "whole"
	}
	return "", "unended"
}
