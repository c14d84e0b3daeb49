package gen

import (
	"fmt"
	"math/bits"
	"testing"
)

// TestKeysAreForEver pins the streams: a change here changes the content of
// every table and every published run.
func TestKeysAreForEver(t *testing.T) {
	tests := []struct {
		name string
		key  Key
		want string
	}{
		{"event", StreamKey(1, 0, "oltp", 5, 0).Event(0, 0), "e42f902b44c37bb59a1e98ef068e6bce 9e3ce8919693e3e5"},
		{"next event", StreamKey(1, 0, "oltp", 5, 0).Event(1, 0), "9727ee0e6ff9e626f728646c66880071 b4b072e60f47e126"},
		{"retry", StreamKey(1, 0, "oltp", 5, 0).Event(0, 1), "4c55089ffa0063ef865b8e7cf85c6006 c28d16d126cb2d04"},
		{"long name", StreamKey(1<<63, 2, "a name of some length", 6, 999).Event(6_000_000_000, 3), "01b5465edcd34a3ca09071715d95da69 5d60a1fa7076269b"},
		{"row", columnKey(1, "sbtest", 0, "k").With(1), "0ab79388c53443a68a69eb8b6e40ced4 bbd5ad588401781b"},
		{"row of another copy", columnKey(1, "sbtest", 1, "k").With(1), "904fc5cbc9f7de0fe7879707f36841d1 9affb21fc724b98c"},
		{"state", StateKey(1, 0, "oltp"), "d72d1616695ba6416d3b719248eb44d3 d8f6c67da89fec93"},
	}
	for _, test := range tests {
		var s stream
		s.seed(test.key)
		got := fmt.Sprintf("%016x%016x %016x", test.key.hi, test.key.lo, s.pcg.Uint64())
		if got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestDrawsAreForEver pins what the generators make of a stream.
func TestDrawsAreForEver(t *testing.T) {
	want := map[string]string{
		"uniform/2/int":     "\"650\" \"729\" \"485\" ",
		"uniform/2/float":   "\"1.7987217625763603\" \"1.9576664570869702\" \"1.469749607950661\" ",
		"gaussian/3/int":    "\"602\" \"582\" \"371\" ",
		"special/5/int":     "\"502\" \"503\" \"500\" ",
		"pareto/3/int":      "\"45\" \"103\" \"6\" ",
		"zipf/3/int":        "\"30\" \"15\" \"94\" ",
		"nurand/3/int":      "\"837\" \"93\" \"59\" ",
		"hotspot/4/int":     "\"73\" \"94\" \"79\" ",
		"sequence/2/int":    "\"4\" \"12\" \"20\" ",
		"permute/2/int":     "\"809\" \"89\" \"319\" ",
		"unique/0/int":      "\"1603942893\" \"1130112302\" \"2198973211\" ",
		"pick/3/int":        "\"2\" \"3\" \"2\" ",
		"weighted/4/string": "\"b\" \"b\" \"b\" ",
		"digits/1/string":   "\"64-mh9\" \"48-rg4\" \"79-fz9\" ",
		"letters/1/string":  "\"fubhxfouiezwqmhaveqj\" \"valvariwdeupmrggtavm\" \"ncccdrzgkqquufzxkwdp\" ",
		"letters/2/string":  "\"mhaveqjqhzrysvalv\" \"ncccdrzgkqquufzxkwdp\" \"jibtahpjucthbehhlui\" ",
		"text/2/string":     "\"because hill ask life fine lea\" \"hot fact moon hold or cal\" \"many but fast bread keep four long\" ",
		"bytes/1/bytes":     "\"\\x03\\x929oă<\\xa6\\x1d\\xb0\\x15ՀД\\xba\\xcd\\x0e|\\xba\" \"\\xb5t\\xe9\\xb1\\xfa8`\\xf0\\x95o\\xa6[\\xdd@\\xbd\\xcc\\xe15y/\" \"\\x0f\\xa9\\xc4g\\xcd:)\\xd6\\rKu\\\\\\xcb|\\xc6\\f\\x8eޒ\\xdd\" ",
		"chance/1/bool":     "\"false\" \"false\" \"true\" ",
		"uuid/0/string":     "\"a63c83c4-6f39-4203-ba94-d080d515b01d\" \"7c20c151-ba7c-4ecd-b060-38fab1e974b5\" \"ccbd40dd-5ba6-4f95-89dc-8ec22f7935e1\" ",
	}
	for _, e := range every {
		if e.Text == "now" {
			continue
		}
		env := newEnv(3, 8)
		got := ""
		for range 3 {
			v, err := e.Eval(env)
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf("%q ", v.Append(nil))
		}
		name := fmt.Sprintf("%s/%d/%s", e.Text, len(e.Args), e.Kind)
		if got != want[name] {
			t.Errorf("%q: %q,", name, got)
		}
	}
}

func TestKeysDiffer(t *testing.T) {
	seen := map[Key]string{}
	add := func(k Key, name string) {
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[k] = name
	}
	for seed := range uint64(3) {
		for a := range int64(4) {
			for b := range 4 {
				add(StreamKey(seed, b, "l", uint8(a), 0), fmt.Sprint("repeat, phase ", seed, b, a))
				add(StreamKey(seed, 7, "l", 7, a).Event(int64(b), 0), fmt.Sprint("stream, event ", seed, a, b))
				add(StreamKey(seed, 8, "l", 7, 0).Event(a, b), fmt.Sprint("event, attempt ", seed, a, b))
				add(columnKey(seed, "t", a, "c").With(uint64(b)), fmt.Sprint("copy, row ", seed, a, b))
			}
		}
		// Names must not run into each other.
		for _, names := range [][2]string{{"", "ab"}, {"a", "b"}, {"ab", ""}, {"a\x00", "b"}, {"abcdefgh", ""}, {"", "abcdefgh"}, {"abcdefg", "h"}} {
			add(newKey(seed, forRows).WithName(names[0]).WithName(names[1]), fmt.Sprintf("names %q %d", names, seed))
		}
	}
}

// TestKeysSpread: one more coordinate changes half of all bits.
func TestKeysSpread(t *testing.T) {
	k := StreamKey(1, 0, "l", 5, 0)
	const n = 10_000
	changed := 0
	for i := range uint64(n) {
		a, b := k.With(i), k.With(i+1)
		changed += bits.OnesCount64(a.hi^b.hi) + bits.OnesCount64(a.lo^b.lo)
	}
	near(t, "bits changed of 128", float64(changed)/n, 64, 0.3)
}

func BenchmarkEventKey(b *testing.B) {
	k, n := StreamKey(1, 0, "oltp", 5, 0), int64(0)
	var s stream
	for b.Loop() {
		n++
		s.seed(k.Event(n, 0))
	}
}
