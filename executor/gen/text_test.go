package gen

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/planner/expr"
)

// texts draws n texts.
func texts(t *testing.T, e expr.Expr, n int) []string {
	t.Helper()
	env, all := newEnv(0, 1), make([]string, n)
	for i := range all {
		env.Reset()
		v, err := e.Eval(env)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = string(v.Text)
	}
	return all
}

func TestTextsHaveTheirForm(t *testing.T) {
	tests := []struct {
		e    expr.Expr
		form string
	}{
		{draw("digits", expr.String, "##-@@@ é %#"), `^\d\d-[a-z]{3} é %\d$`},
		{draw("digits", expr.String, ""), `^$`},
		{draw("digits", expr.String, strings.Repeat("###########-", 10)), `^(\d{11}-){10}$`},
		{draw("letters", expr.String, 0), `^$`},
		{draw("letters", expr.String, 30), `^[a-z]{30}$`},
		{draw("letters", expr.String, 5, 8), `^[a-z]{5,8}$`},
		{draw("text", expr.String, 0, 300), `^([a-z]+ )*[a-z]*$`},
		{draw("uuid", expr.String), `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`},
	}
	for _, test := range tests {
		form := regexp.MustCompile(test.form)
		for _, text := range texts(t, test.e, 1000) {
			if !form.MatchString(text) || len(text) > 300 {
				t.Fatalf("%s: %q", test.e.Text, text)
			}
		}
	}
}

func TestDigitsAndLettersAreUniform(t *testing.T) {
	var digit, letter, pair [26 * 26]int64
	for _, text := range texts(t, draw("digits", expr.String, "####################@@@@"), 20_000) {
		for i := range 20 {
			digit[text[i]-'0']++
		}
		pair[(text[17]-'0')*10+text[18]-'0']++ // across two words
		for i := 20; i < 24; i++ {
			letter[text[i]-'a']++
		}
	}
	checkCounts(t, digit[:10], func(int) float64 { return 1 })
	checkCounts(t, pair[:100], func(int) float64 { return 1 })
	checkCounts(t, letter[:26], func(int) float64 { return 1 })

	var letters [26]int64
	for _, text := range texts(t, draw("letters", expr.String, 30), 5000) {
		for _, c := range text {
			letters[c-'a']++
		}
	}
	checkCounts(t, letters[:], func(int) float64 { return 1 })
}

func TestLengthsAreUniform(t *testing.T) {
	for _, name := range []string{"letters", "text"} {
		var counts [11]int64
		for _, text := range texts(t, draw(name, expr.String, 10, 20), 50_000) {
			counts[len(text)-10]++
		}
		checkCounts(t, counts[:], func(int) float64 { return 1 })
	}
}

func TestBytesAreUniform(t *testing.T) {
	var counts [256]int64
	for _, text := range texts(t, draw("bytes", expr.Bytes, 13), 20_000) {
		if len(text) != 13 {
			t.Fatal(len(text))
		}
		for i := range len(text) {
			counts[text[i]]++
		}
	}
	checkCounts(t, counts[:], func(int) float64 { return 1 })
}

func TestVocabulary(t *testing.T) {
	seen := map[string]bool{}
	for _, word := range vocabulary {
		if word == "" || seen[word] {
			t.Errorf("%q is empty or there twice", word)
		}
		seen[word] = true
	}
}

func TestUUIDsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, u := range texts(t, draw("uuid", expr.String), 10_000) {
		if seen[u] {
			t.Fatalf("%s came twice", u)
		}
		seen[u] = true
	}
}

func TestNow(t *testing.T) {
	env := newEnv(0, 1)
	env.Drawer.(*Source).Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6789, time.UTC) }
	e := draw("now", expr.Time)
	v, err := e.Eval(env)
	if want := "2026-01-02 03:04:05.000006"; err != nil || !bytes.Equal(v.Append(nil), []byte(want)) {
		t.Errorf("got %s, %v, want %s", v.Append(nil), err, want)
	}
}
