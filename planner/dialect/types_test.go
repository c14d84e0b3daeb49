package dialect

import (
	"math"
	"testing"
)

func TestType(t *testing.T) {
	for _, test := range []struct {
		text, lite string
		size, max  int64
	}{
		{"int", "INTEGER", 4, math.MaxInt32},
		{"INT(10) UNSIGNED", "INTEGER", 4, math.MaxUint32},
		{"bigint unsigned", "INTEGER", 8, math.MaxInt64},
		{"tinyint", "INTEGER", 1, 127},
		{"char(120)", "TEXT", 120, 0},
		{"varchar(255)", "TEXT", 128, 0},
		{"varbinary(10)", "BLOB", 6, 0},
		{"decimal(12,2)", "NUMERIC", 7, 0},
		{"decimal", "NUMERIC", 6, 0},
		{"double precision", "REAL", 8, 0},
		{"datetime(6)", "TEXT", 6, 0},
		{"enum('a','b')", "TEXT", 1, 0},
	} {
		got, ok := Find("mysql").Type(test.text)
		if !ok || got.SQL != test.text || got.Size != test.size || got.Max != test.max {
			t.Errorf("%s: got %+v, %v", test.text, got, ok)
		}
		lite, _ := Find("sqlite").Type(test.text)
		if lite.SQL != test.lite {
			t.Errorf("%s: got %s for SQLite, want %s", test.text, lite.SQL, test.lite)
		}
		if test.max > 0 && lite.Max != math.MaxInt64 {
			t.Errorf("%s: SQLite's integers end at %d", test.text, lite.Max)
		}
	}
	for _, text := range []string{"", "strange", "int; DROP TABLE t", "int(", "int)"} {
		if got, ok := Find("mysql").Type(text); ok {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

func TestParseKey(t *testing.T) {
	for text, want := range map[string]Key{
		"c":            {Column: "c"},
		"c(10)":        {Column: "c", Prefix: 10},
		"c DESC":       {Column: "c", Desc: true},
		" c (3) asc ":  {Column: "c", Prefix: 3},
		"descriptions": {Column: "descriptions"},
	} {
		if got, ok := ParseKey(text); !ok || got != want {
			t.Errorf("%q: got %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "c)", "c, d", "c up", "c(x)"} {
		if got, ok := ParseKey(text); ok {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct{ dialect, text, want string }{
		{"mysql", `it's a \`, `'it''s a \\'`},
		{"sqlite", `it's a \`, `'it''s a \'`},
	} {
		if got := Find(test.dialect).Text(test.text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.dialect, got, test.want)
		}
	}
}

func TestOptions(t *testing.T) {
	lite := Find("sqlite")
	for text, want := range map[string]bool{"STRICT": true, "without rowid, strict": true, "ROW_FORMAT=COMPRESSED": false} {
		if lite.HasOption(text) != want {
			t.Errorf("%q: got %v", text, !want)
		}
	}
	if Word("InnoDB") != nil || Word("Inno DB") == nil || Word("") == nil {
		t.Error("words are not what they should be")
	}
}
