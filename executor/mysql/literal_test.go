package mysql

import (
	"math"
	"slices"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

func TestSplit(t *testing.T) {
	plain := lexis{backslash: true}
	for name, c := range map[string]struct {
		lexis lexis
		sql   string
		want  []string
	}{
		"none":                {plain, "SELECT 1", []string{"SELECT 1"}},
		"spaced":              {plain, "a = ? AND b IN (?, ?)", []string{"a = ", " AND b IN (", ", ", ")"}},
		"run together":        {plain, "LIMIT?OFFSET?", []string{"LIMIT ", " OFFSET ", ""}},
		"after minus":         {plain, "7-?", []string{"7- ", ""}},
		"beside strings":      {plain, "'a'?'b'", []string{"'a' ", " 'b'"}},
		"side by side":        {plain, "??", []string{"", " ", ""}},
		"doubled quote":       {plain, "'it''s ?' ?", []string{"'it''s ?' ", ""}},
		"escaped quote":       {plain, `'\'?' ?`, []string{`'\'?' `, ""}},
		"backslash at end":    {lexis{}, `'\' ? '`, []string{`'\' `, " '"}},
		"double quotes":       {plain, `"\"?" ?`, []string{`"\"?" `, ""}},
		"ansi double quotes":  {lexis{backslash: true, ansi: true}, `"\" ? "`, []string{`"\" `, ` "`}},
		"name":                {plain, "`?` ?", []string{"`?` ", ""}},
		"line comments":       {plain, "# ?\n-- ?\n?", []string{"# ?\n-- ?\n", ""}},
		"two minus signs":     {plain, "1--?", []string{"1-- ", ""}},
		"comment":             {plain, "/* ? */ ?", []string{"/* ? */ ", ""}},
		"tricky comment":      {plain, "/*/ ? */ ?", []string{"/*/ ? */ ", ""}},
		"executable comments": {plain, "/*!50000 ? */ /*M!100000 ? */", []string{"/*!50000 ", " */ /*M!100000 ", " */"}},
		"unclosed":            {plain, "? '? /* ?", []string{"", " '? /* ?"}},
	} {
		if got := c.lexis.split(c.sql); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is split into %q, want %q", name, c.sql, got, c.want)
		}
	}
}

// FuzzSplit checks that nothing but spaces at the cuts is added or lost.
func FuzzSplit(f *testing.F) {
	for _, sql := range []string{"a ? b", `'\'' ? "`, "/*! ? */ -- ?\n?", "??'?'`?`#?"} {
		f.Add(sql, true, false)
	}
	f.Fuzz(func(t *testing.T, sql string, backslash, ansi bool) {
		pieces := lexis{backslash: backslash, ansi: ansi}.split(sql)
		rest := sql
		for i, piece := range pieces {
			if i > 0 {
				rest = rest[1:] // the question mark
			}
			for _, form := range []string{piece, trimOne(piece, true, false), trimOne(piece, false, true), trimOne(piece, true, true)} {
				if len(form) <= len(rest) && rest[:len(form)] == form && (len(form) == len(rest) || rest[len(form)] == '?') {
					rest = rest[len(form):]
					break
				}
			}
		}
		if rest != "" {
			t.Errorf("%q is split into %q, which lacks %q", sql, pieces, rest)
		}
	})
}

func trimOne(s string, front, back bool) string {
	if front && s != "" && s[0] == ' ' {
		s = s[1:]
	}
	if back && s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

func TestLiterals(t *testing.T) {
	text := expr.TextValue([]byte(`it's \ "x"`))
	for name, c := range map[string]struct {
		lexis lexis
		v     expr.Value
		want  string
	}{
		"null":             {lexis{}, expr.Value{}, "NULL"},
		"least":            {lexis{}, expr.IntValue(math.MinInt64), "-9223372036854775808"},
		"whole float":      {lexis{}, expr.FloatValue(1e6), "1000000e0"},
		"float":            {lexis{}, expr.FloatValue(1e300), "1e+300"},
		"infinity":         {lexis{}, expr.FloatValue(math.Inf(1)), "NULL"},
		"not a number":     {lexis{}, expr.FloatValue(math.NaN()), "NULL"},
		"true":             {lexis{}, expr.BoolValue(true), "1"},
		"empty":            {lexis{}, expr.TextValue(nil), "''"},
		"text":             {lexisOf("STRICT_ALL_TABLES", "utf8mb4"), text, `'it''s \\ "x"'`},
		"text, plain mode": {lexisOf("ANSI_QUOTES,NO_BACKSLASH_ESCAPES", "utf8mb4"), text, `'it''s \ "x"'`},
		"text, gbk":        {lexisOf("", "gbk"), expr.TextValue([]byte("a'")), `_gbk x'6127'`},
		"bytes":            {lexis{}, expr.Value{Kind: expr.Bytes, Text: []byte("a\x00")}, "_binary'a\x00'"},
		"instant":          {lexis{}, expr.Value{Kind: expr.Time, Int: 1_500_000}, "'1970-01-01 00:00:01.500000'"},
	} {
		if got := string(c.lexis.appendLiteral(nil, &c.v)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
