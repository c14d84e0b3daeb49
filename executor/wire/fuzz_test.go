package wire

import (
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

// FuzzAnswer feeds answers that no server gives. Whatever comes, Feed ends
// without a panic, takes no more memory than what came, and says the same of
// pieces of one byte as of the whole. The corpus has real answers of MariaDB,
// written by the comparison in executor/mysql (go test -record).
func FuzzAnswer(f *testing.F) {
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
