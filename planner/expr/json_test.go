package expr

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestJSONIsTheIdentity(t *testing.T) {
	tests := map[string]Expr{
		"absent":       {},
		"null":         null,
		"large int":    i(math.MaxInt64),
		"least int":    i(math.MinInt64),
		"float":        f(0.1),
		"whole float":  f(2),
		"large float":  f(math.MaxFloat64),
		"tiny float":   f(5e-324),
		"minus zero":   f(math.Copysign(0, -1)),
		"infinity":     f(math.Inf(1)),
		"-infinity":    f(math.Inf(-1)),
		"true":         b(true),
		"text":         s("a \"quoted\" \\ line\n\x00\x1f<&> é \u2028 \U0001F600 \uFFFD"),
		"binary":       {Op: OpConst, Kind: Bytes, Text: "\xff\x00\xfe"},
		"time":         {Op: OpConst, Kind: Time, Int: 1_700_000_000_000_001},
		"tree":         call(OpCond, Int, call(OpLt, Bool, Slot(3, Int), i(7)), call(OpMax, Int, i(1), i(2), i(3)), null),
		"draw":         {Op: OpDraw, Kind: Int, Int: -1, Text: "uniform", Args: []Expr{i(1), {Op: OpRow, Kind: Int}}},
		"wrapped text": call(OpConcat, String, s(""), s("\xc3")),
	}
	for name, e := range tests {
		t.Run(name, func(t *testing.T) {
			data, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			var got Expr
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			if !reflect.DeepEqual(got, e) || math.Signbit(got.Float) != math.Signbit(e.Float) {
				t.Errorf("%s became %#v, not %#v", data, got, e)
			}
		})
	}
	nan := f(math.NaN())
	data, _ := json.Marshal(nan)
	if err := json.Unmarshal(data, &nan); err != nil || !math.IsNaN(nan.Float) {
		t.Errorf("%s became %v, %v", data, nan.Float, err)
	}
}

// TestJSONAgreesWithTheStandard: our writing is JSON as encoding/json reads
// it, whether or not the encoder around it escapes HTML.
func TestJSONAgreesWithTheStandard(t *testing.T) {
	e := s("<a>&\u2028\t\"")
	for _, escape := range []bool{true, false} {
		var buf bytes.Buffer
		encoder := json.NewEncoder(&buf)
		encoder.SetEscapeHTML(escape)
		if err := encoder.Encode(e); err != nil {
			t.Fatal(err)
		}
		var got struct{ Text string }
		if err := json.Unmarshal(buf.Bytes(), &got); err != nil || got.Text != e.Text {
			t.Errorf("%s: %q, %v", buf.Bytes(), got.Text, err)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	tests := []struct{ data, want string }{
		{`{"op":"nothing","kind":"int"}`, `unknown operator "nothing"`},
		{`{"op":"const","kind":"real"}`, `unknown kind "real"`},
		{`{"op":"const","kind":"int","value":1}`, `unknown field "value"`},
		{`{"op":"add","kind":"int","args":[{"op":"row","kind":"int"}]}`, "operator add cannot have 1 operands"},
		{`{"op":"not","kind":"bool","args":[{}]}`, `unknown operator ""`},
		{`{"op":"slot","kind":"int","int":-1}`, "there is no slot -1"},
		{`{"op":"const","kind":"float","float":"many"}`, "invalid syntax"},
		{`{"op":"draw","kind":"int","text":"dice"}`, `unknown generator "dice"`},
		{`{"op":"draw","kind":"int","text":"uniform"}`, "generator uniform cannot have 0 operands"},
		{`{"op":"draw","kind":"int","int":-1,"text":"unique"}`, "generator unique has no site number"},
		{`{"op":"format","kind":"string","text":"%d %q"}`, `format "%d %q" does not match its 0 operands`},
	}
	for _, test := range tests {
		var e Expr
		if err := json.Unmarshal([]byte(test.data), &e); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.data, err, test.want)
		}
	}
}

// TestJSONIsLinear: a deep tree does not take time by the square of its depth.
func TestJSONIsLinear(t *testing.T) {
	e := i(1)
	for range 4000 { // encoding/json itself stops at 10,000 brackets
		e = call(OpNeg, Int, e)
	}
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var got Expr
	if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, e) {
		t.Error(err)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add("text", "a", int64(1), 2.5)
	f.Add("\xff\xfe", "\x00", int64(math.MinInt64), math.Inf(-1))
	f.Fuzz(func(t *testing.T, a, b string, n int64, x float64) {
		e := call(OpCoalesce, String, s(a), Expr{Op: OpConst, Kind: Bytes, Text: b, Int: n, Float: x})
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var got Expr
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		again, _ := json.Marshal(got)
		if x == x && !reflect.DeepEqual(got, e) || !bytes.Equal(data, again) {
			t.Fatalf("%s became %s", data, again)
		}
	})
}
