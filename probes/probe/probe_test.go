package probe

import (
	"regexp"
	"strings"
	"testing"
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Every table is fit for the reference, for flags and for a plan: names are
// names, defaults are values that the option may have, texts have no last dot.
func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		if Find(k.Name) != k || !nameForm.MatchString(k.Name) || len(k.Operations) == 0 || !strings.Contains(k.Example, `probe "`+k.Name+`"`) {
			t.Errorf("kind %q cannot be found, or lacks operations or an example of itself", k.Name)
		}
		defaults := k.Defaults()
		for _, o := range k.Options {
			if o.Required {
				defaults.Set(o.Name, Value{Text: o.Words[0]})
			}
		}
		if problems := defaults.Problems(); len(problems) > 0 {
			t.Errorf("the defaults of %s are impossible: %v", k.Name, problems)
		}
		seen := map[string]bool{}
		for _, o := range k.Options {
			if seen[o.Name] || !nameForm.MatchString(o.Name) || o.About == "" || strings.HasSuffix(o.About, ".") {
				t.Errorf("%s.%s stands twice, is no name, or is not described as others are", k.Name, o.Name)
			}
			seen[o.Name] = true
			if (o.Type == Word || o.Type == Words) != (len(o.Words) > 0) {
				t.Errorf("%s.%s has words and is no word, or the reverse", k.Name, o.Name)
			}
		}
	}
}

func TestParse(t *testing.T) {
	count := &Option{Name: "n", Type: Count, Low: 1, High: 10}
	size := &Option{Name: "size", Type: Size, Low: 0, High: 1 << 50}
	span := &Option{Name: "span", Type: Span, High: 1e18}
	truth := &Option{Name: "truth", Type: Truth}
	ratio := &Option{Name: "ratio", Type: Ratio}
	word := &Option{Name: "word", Type: Word, Words: []string{"a", "b"}}
	words := &Option{Name: "words", Type: Words, Words: []string{"a", "b", "c"}}
	for _, test := range []struct {
		option *Option
		text   string
		want   Value
		wrong  string // part of the error
	}{
		{count, "10", Value{Int: 10}, ""},
		{count, "11", Value{}, "n must be from 1 to 10; it is 11"},
		{count, "1.5", Value{}, `n takes a whole number; "1.5" is none`},
		{size, "16384", Value{Int: 16384}, ""},
		{size, "16K", Value{Int: 16384}, ""},
		{size, "16KiB", Value{Int: 16384}, ""},
		{size, "2g", Value{Int: 2 << 30}, ""},
		{size, "100B", Value{Int: 100}, ""},
		{size, "10KB", Value{}, "takes a size"},
		{size, "-1K", Value{}, "takes a size"},
		{size, "9999999999T", Value{}, "takes a size"},
		{size, "K", Value{}, "takes a size"},
		{span, "10ms", Value{Int: 10e6}, ""},
		{span, "10", Value{}, "takes a duration"},
		{truth, "on", Value{Int: 1}, ""},
		{truth, "0", Value{}, ""},
		{truth, "yes", Value{}, "takes true or false"},
		{ratio, "1.5", Value{Float: 1.5}, ""},
		{ratio, "0", Value{}, "above 0"},
		{ratio, "NaN", Value{}, "above 0"},
		{word, "b", Value{Text: "b"}, ""},
		{word, "c", Value{}, "one of a, b"},
		{words, "c,a", Value{Text: "a,c"}, ""},
		{words, "", Value{}, ""},
		{words, "a,d", Value{}, `"d" is none of them`},
	} {
		got, err := test.option.Parse(test.text)
		switch {
		case test.wrong == "" && (err != nil || got != test.want):
			t.Errorf("%s %q gives %v, %v; want %v", test.option.Name, test.text, got, err, test.want)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s %q gives the error %v; want one with %q", test.option.Name, test.text, err, test.wrong)
		}
	}
}

// Values that no text has parsed, such as those of a plan file, are checked too.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		option Option
		value  Value
		right  bool
	}{
		{Option{Type: Truth}, Value{Int: 2}, false},
		{Option{Type: Words, Words: []string{"a", "b"}}, Value{Text: "a,b"}, true},
		{Option{Type: Words, Words: []string{"a", "b"}}, Value{Text: "b,a"}, false},
		{Option{Type: Place}, Value{Text: "/tmp"}, true},
	} {
		if err := test.option.Check(test.value); (err == nil) != test.right {
			t.Errorf("%v of type %v: %v", test.value, test.option.Type, err)
		}
	}
}

func TestValues(t *testing.T) {
	v := cpu.Defaults()
	v.Set("cpu_max_prime", Value{Int: 1})
	if v.Int("cpu_max_prime") != 1 || v.Text("cpu_method") != "primes" {
		t.Errorf("the values are %v", v)
	}
	if problems := v.Problems(); len(problems) != 1 || problems[0].Option != "cpu_max_prime" {
		t.Errorf("the problems are %v, want one of cpu_max_prime", problems)
	}
	defer func() {
		if recover() == nil {
			t.Error("an option that does not exist has a value")
		}
	}()
	v.Int("magic")
}

// Sizes of which no event could be made are refused, with the remedy.
func TestMemoryCheck(t *testing.T) {
	for _, test := range []struct {
		method       string
		block, total int64
		want         string
	}{
		{"words", 1024, 1 << 30, ""},
		{"words", 8, 0, ""},
		{"words", 1000, 0, "must be a power of two; 1000 is none"},
		{"words", 4, 0, "must be from 8"},
		{"words", 1024, 512, "less than the 1024 bytes of one event"},
		{"copy", 1024, 1 << 20, "less than the 16777216 bytes of one event"},
		{"chase", 64, 0, "at least 1024 bytes"},
		{"triad", 1 << 30, 0, ""},
	} {
		v := memory.Defaults()
		v.Set("memory_method", Value{Text: test.method})
		v.Set("memory_block_size", Value{Int: test.block})
		v.Set("memory_total_size", Value{Int: test.total})
		problems := v.Problems()
		if test.want == "" && len(problems) > 0 || test.want != "" && (len(problems) == 0 || !strings.Contains(problems[0].Detail, test.want)) {
			t.Errorf("%+v: %v", test, problems)
		}
	}
}

func TestAmounts(t *testing.T) {
	v := memory.Defaults()
	if a := v.Amount(); a != (Amount{Events: 100 << 20}) {
		t.Errorf("100 GiB by 1 KiB are %+v", a)
	}
	v.Set("memory_method", Value{Text: "chase"})
	if a, s := v.Amount(), v.Step(); a != (Amount{}) || s != (Step{"load", ChaseLoads}) {
		t.Errorf("a chase has the amount %+v and the step %+v", a, s)
	}
	if a, s := cpu.Defaults().Amount(), cpu.Defaults().Step(); a != (Amount{}) || s != (Step{}) {
		t.Errorf("cpu has the amount %+v and the step %+v", a, s)
	}
}

// An option's literal is HCL that stands for the value, and its flags are its
// names with hyphens.
func TestLiteral(t *testing.T) {
	for _, test := range []struct {
		option Option
		value  Value
		want   string
	}{
		{Option{Type: Size}, Value{Int: 4096}, "4096"},
		{Option{Type: Span}, Value{Int: 1_500_000}, `"1.5ms"`},
		{Option{Type: Ratio}, Value{Float: 1.5}, "1.5"},
		{Option{Type: Truth}, Value{Int: 1}, "true"},
		{Option{Type: Words}, Value{Text: "a,b"}, `["a", "b"]`},
		{Option{Type: Words}, Value{}, "[]"},
		{Option{Type: Place}, Value{Text: "/a/${b}/%{c}\"d"}, `"/a/$${b}/%%{c}\"d"`},
	} {
		if got := test.option.Literal(test.value); got != test.want {
			t.Errorf("%+v is written as %s, want %s", test.value, got, test.want)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, k := range Kinds() {
		seen := map[string]bool{}
		for i := range k.Options {
			short := k.Flag(&k.Options[i])
			if seen[short] || strings.Contains(short, "_") {
				t.Errorf("%s has two flags --%s, or one with an underscore", k.Name, short)
			}
			seen[short] = true
		}
	}
	if got := cpu.Flag(cpu.Option("cpu_max_prime")); got != "max-prime" || LongFlag(cpu.Option("cpu_max_prime")) != "cpu-max-prime" {
		t.Errorf("cpu_max_prime is --%s", got)
	}
	if got := threads.Flag(threads.Option("thread_locks")); got != "locks" {
		t.Errorf("thread_locks is --%s", got)
	}
}
