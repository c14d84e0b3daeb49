package plan

import (
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	long := strings.Repeat("x", lineWidth)
	cases := map[string]struct{ compact, want string }{
		"a scalar":         {`12`, `12`},
		"a long scalar":    {`"` + long + `"`, `"` + long + `"`},
		"a small object":   {`{"a":1,"b":[true,null]}`, `{"a": 1, "b": [true, null]}`},
		"empty":            {`{}`, `{}`},
		"a long list":      {`[1,"` + long + `",{"b":2}]`, "[\n  1,\n  \"" + long + "\",\n  {\"b\": 2}\n]"},
		"a long member":    {`{"a":{"b":"` + long + `"},"c":3}`, "{\n  \"a\": {\n    \"b\": \"" + long + "\"\n  },\n  \"c\": 3\n}"},
		"signs in strings": {`{"a,b:c":"}]{[,:"}`, `{"a,b:c": "}]{[,:"}`},
		"escaped quotes":   {`["\"","\\",""]`, `["\"", "\\", ""]`},
		"exactly a line":   {`["` + strings.Repeat("x", lineWidth-4) + `"]`, `["` + strings.Repeat("x", lineWidth-4) + `"]`},
		"a byte too long":  {`["` + strings.Repeat("x", lineWidth-3) + `"]`, "[\n  \"" + strings.Repeat("x", lineWidth-3) + "\"\n]"},
		"numbers at the end": {`[` + strings.Repeat("10000,", 20) + `-1.5e3]`,
			"[\n" + strings.Repeat("  10000,\n", 20) + "  -1.5e3\n]"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := string(layout(nil, []byte(c.compact))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
