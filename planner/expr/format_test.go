package expr

import (
	"errors"
	"fmt"
	"testing"
)

// TestFormat: Go's fmt says what each verb means.
func TestFormat(t *testing.T) {
	for _, format := range []string{
		"%d", "%5d", "%05d", "%-5d|", "%+d", "%+05d", "%-05d|", "%1d",
		"%f", "%.2f", "%8.3f", "%08.3f", "%-9.1f|", "%+.0f", "%.0f",
		"%s", "%6s", "%-6s|", "%.2s", "%5.1s", "a%%%sb", "é%3sé",
	} {
		arg := map[byte][]Expr{'d': {i(0), i(42), i(-42), i(1234567)}, 'f': {f(0), f(2.5), f(-1234.5678)}, 's': {s(""), s("é"), s("abc"), s("abcdefgh")}}
		verbs, ok := FormatVerbs(format)
		if !ok || len(verbs) != 1 {
			t.Fatalf("%s has the verbs %q, %v", format, verbs, ok)
		}
		for _, a := range arg[verbs[0]] {
			e := Expr{Op: OpFormat, Kind: String, Text: format, Args: []Expr{a}}
			want := fmt.Sprintf(format, map[byte]any{'d': a.Int, 'f': a.Float, 's': a.Text}[verbs[0]])
			if got, err := e.Eval(&Env{}); err != nil || string(got.Text) != want {
				t.Errorf("%s of %s: got %q, %v, want %q", format, a, got.Text, err, want)
			}
		}
	}
}

func TestFormatConverts(t *testing.T) {
	e := Expr{Op: OpFormat, Text: "%d %f %s %s", Args: []Expr{f(-2.9), i(3), i(4), f(1e6)}}
	if v, err := e.Eval(&Env{}); err != nil || string(v.Text) != "-2 3.000000 4 1000000" {
		t.Errorf("got %q, %v", v.Text, err)
	}
	e = Expr{Op: OpFormat, Text: "%d", Args: []Expr{s("x")}}
	if _, err := e.Eval(&Env{}); !errors.Is(err, ErrKind) {
		t.Errorf("got %v, want %v", err, ErrKind)
	}
}

func TestFormatVerbs(t *testing.T) {
	for _, format := range []string{"%", "%x", "%5", "%.d%", "a%-", "%5%", "%2000d", "%.99999999999999999999f", "%*d", "% d"} {
		if verbs, ok := FormatVerbs(format); ok {
			t.Errorf("%q is no format, but has the verbs %q", format, verbs)
		}
	}
	if verbs, ok := FormatVerbs("100%% %d%s %08.2f"); !ok || string(verbs) != "dsf" {
		t.Errorf("got %q, %v", verbs, ok)
	}
}
