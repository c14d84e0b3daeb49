package wire

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// TestBinaryValues reads values of each type as a text, from the bytes that
// the protocol's description gives them.
func TestBinaryValues(t *testing.T) {
	signed := func(kind byte) column { return column{kind: kind} }
	unsigned := func(kind byte) column { return column{kind: kind, unsigned: true} }
	digits := func(kind, n byte) column { return column{kind: kind, decimals: n} }
	for _, c := range []struct {
		of    column
		bytes string
		want  string
	}{
		{signed(typeTiny), "80", "-128"}, {unsigned(typeTiny), "80", "128"},
		{signed(typeShort), "0080", "-32768"}, {unsigned(typeShort), "0080", "32768"}, {unsigned(typeYear), "ea07", "2026"},
		{signed(typeInt24), "ffffffff", "-1"}, {signed(typeLong), "00000080", "-2147483648"}, {unsigned(typeLong), "00000080", "2147483648"},
		{signed(typeInt), "0000000000000080", "-9223372036854775808"}, {unsigned(typeInt), "ffffffffffffffff", "18446744073709551615"},
		{signed(typeFloat), "0000c03f", "1.5"}, {signed(typeDouble), "000000000000f8bf", "-1.5"},
		{signed(typeDecimal), "03 312e30", "1.0"}, {signed(typeVarchar), "00", ""}, {signed(typeText), "fc0100 78", "x"}, {signed(typeBit), "01 01", "\x01"},
		{signed(typeText), "fd010000 78", "x"}, {signed(typeText), "fe0100000000000000 78", "x"},
		{signed(typeDate), "04 ea07 0b 1e", "2026-11-30"}, {signed(typeDate), "00", "0000-00-00"}, {digits(typeDate, 10), "04 0100 01 01", "0001-01-01"},
		{signed(typeDateTime), "04 ea07 0b 1e", "2026-11-30 00:00:00"}, {digits(typeDateTime, 31), "07 ea07 0b 1e 17 3b 3b", "2026-11-30 23:59:59"},
		{digits(typeTimestamp, 6), "0b ea07 0b 1e 17 3b 3b 40420f00", "2026-11-30 23:59:59.000000"}, // a million wraps
		{digits(typeTimestamp, 3), "0b ea07 0b 1e 17 3b 3b 3f420f00", "2026-11-30 23:59:59.999"},
		{digits(typeDateTime, 2), "00", "0000-00-00 00:00:00.00"},
		{signed(typeTime), "00", "00:00:00"}, {signed(typeTime), "08 01 22000000 16 3b 3b", "-838:59:59"}, {digits(typeTime, 1), "0c 00 00000000 09 08 07 c0d40100", "09:08:07.1"},
	} {
		var a Answer
		var res driver.Result
		a.DeprecateEOF = true
		st := &Statement{columns: []column{c.of}}
		a.Expect(AppendQuery(nil, ""), st, []expr.Kind{expr.Bytes}, &res)
		a.CacheMetadata = true
		if _, err := a.Feed(answer().hex(t, "01 00").hex(t, "00 00"+c.bytes).hex(t, endOfRows).b); err != nil || a.Err() != nil {
			t.Errorf("%+v of %s: errors %v, %v", c.of, c.bytes, err, a.Err())
			continue
		}
		if got := string(res.Row[0].Text); got != c.want {
			t.Errorf("%+v of %s is %q, want %q", c.of, c.bytes, got, c.want)
		}
	}
}

// TestTextValues reads texts for what their columns say they are: the same
// values as in binary.
func TestTextValues(t *testing.T) {
	for _, c := range []struct {
		kind byte
		text string
		read expr.Kind
		want string
	}{
		{typeLong, "00042", expr.String, "42"}, {typeInt, "18446744073709551615", expr.String, "18446744073709551615"}, {typeYear, "2026", expr.Int, "2026"},
		{typeFloat, "0.1", expr.Float, "0.10000000149011612"}, {typeDouble, "0.1", expr.Float, "0.1"}, {typeDouble, "1e6", expr.String, "1000000"},
		{typeDecimal, "1.50", expr.String, "1.50"}, {typeText, "00042", expr.String, "00042"},
		{typeDateTime, "2026-11-30 22:15:00", expr.Time, "2026-11-30 22:15:00.000000"},
	} {
		var a Answer
		var res driver.Result
		a.DeprecateEOF = true
		a.Expect(AppendQuery(nil, ""), nil, []expr.Kind{c.read}, &res)
		row := append([]byte{byte(len(c.text))}, c.text...)
		if _, err := a.Feed(answer().hex(t, "01").define(c.kind).add(row...).hex(t, endOfRows).b); err != nil || a.Err() != nil {
			t.Errorf("%s of type %d: errors %v, %v", c.text, c.kind, err, a.Err())
			continue
		}
		if got := string(res.Row[0].Append(nil)); got != c.want {
			t.Errorf("%s of type %d is %s, want %s", c.text, c.kind, got, c.want)
		}
	}
}

// TestTypesWithoutValues: no column has these, so a server that says so is
// misread.
func TestTypesWithoutValues(t *testing.T) {
	for kind := range 256 {
		of := column{kind: byte(kind)}
		var a Answer
		c := cursor{rest: make([]byte, 16)}
		_, err := a.fromBinary(&c, of, expr.Bytes)
		known := kind <= typeBit && kind != typeNull || kind >= typeFirstTexts && kind != typeInvalid && kind != typeBool
		if refused := err != nil && strings.Contains(err.Error(), "has type"); refused == known {
			t.Errorf("type %d: %v", kind, err)
		}
	}
}
