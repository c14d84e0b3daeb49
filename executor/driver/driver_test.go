package driver

import (
	"math"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestVerb(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1":                           "SELECT",
		"  \n\tinsert into t values (1)":     "INSERT",
		"((SELECT 1) UNION (SELECT 2))":      "SELECT",
		"/* one */ -- two\n# three\n update": "UPDATE",
		"/*!50100 SELECT */ 1":               "",
		"/*M!100100 SELECT */ 1":             "",
		"-- only a comment":                  "",
		"/* never closed":                    "",
		"":                                   "",
		"42":                                 "",
		"BEGIN;":                             "BEGIN",
	} {
		if got := Verb(sql); got != want {
			t.Errorf("Verb(%q) = %q, want %q", sql, got, want)
		}
	}
}

// TestConvert checks what fits and what is refused; the drivers' conformance
// suite checks the usual cases.
func TestConvert(t *testing.T) {
	var text []byte
	fromText := func(s string, want expr.Kind) (expr.Value, error) { return FromText([]byte(s), want) }
	fromFloat := func(f float64, want expr.Kind) (expr.Value, error) { return FromFloat(f, want, &text) }
	type result struct {
		v   expr.Value
		err error
	}
	of := func(v expr.Value, err error) result { return result{v, err} }
	for name, c := range map[string]struct {
		got  result
		want expr.Value // Null: refused
	}{
		"least integer":       {of(fromText("-9223372036854775808", expr.Int)), expr.IntValue(math.MinInt64)},
		"above int64":         {of(fromText("9223372036854775808", expr.Int)), expr.Value{}},
		"whole decimal":       {of(fromText("1234.00", expr.Int)), expr.IntValue(1234)},
		"fraction as int":     {of(fromText("0.5", expr.Int)), expr.Value{}},
		"empty as int":        {of(fromText("", expr.Int)), expr.Value{}},
		"decimal":             {of(fromText("-0.0001", expr.Float)), expr.FloatValue(-0.0001)},
		"date":                {of(fromText("1970-01-02", expr.Time)), expr.Value{Kind: expr.Time, Int: 86_400_000_000}},
		"zero date":           {of(fromText("0000-00-00 00:00:00", expr.Time)), expr.Value{}},
		"text as bool":        {of(fromText("1", expr.Bool)), expr.BoolValue(true)},
		"2^63 as int":         {of(fromFloat(1<<63, expr.Int)), expr.Value{}},
		"-2^63 as int":        {of(fromFloat(-1<<63, expr.Int)), expr.IntValue(math.MinInt64)},
		"not a number as int": {of(fromFloat(math.NaN(), expr.Int)), expr.Value{}},
		"float as time":       {of(fromFloat(1, expr.Time)), expr.Value{}},
		"int as time":         {of(FromInt(2, expr.Time, &text)), expr.Value{Kind: expr.Time, Int: 2_000_000}},
	} {
		if (c.got.err != nil) != (c.want.Kind == expr.Null) {
			t.Errorf("%s: error %v", name, c.got.err)
		}
		if v := c.got.v; v.Kind != c.want.Kind || v.Int != c.want.Int || v.Float != c.want.Float {
			t.Errorf("%s: %s %s, want %s %s", name, v.Kind, v.Append(nil), c.want.Kind, c.want.Append(nil))
		}
	}
}

// TestTextSurvivesGrowth reads two numbers as text into one buffer that grows
// between them.
func TestTextSurvivesGrowth(t *testing.T) {
	text := make([]byte, 0, 3)
	a, _ := FromInt(123, expr.String, &text)
	b, _ := FromFloat(4567, expr.String, &text)
	if string(a.Text) != "123" || string(b.Text) != "4567" {
		t.Errorf("read %q and %q, want 123 and 4567", a.Text, b.Text)
	}
}
