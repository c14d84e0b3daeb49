package planner

import (
	"fmt"
	"strings"
	"testing"
)

// pieces writes tokens with a letter for their kind.
func pieces(tokens []token) string {
	letters := "wqtn?p"
	var out []string
	for _, t := range tokens {
		out = append(out, fmt.Sprintf("%c:%s", letters[t.kind], t.text))
	}
	return strings.Join(out, " ")
}

func TestTokenize(t *testing.T) {
	for _, test := range []struct{ name, sql, mysql, sqlite string }{
		{"words and marks", "SELECT a.b+1.5 FROM t WHERE c=?",
			"w:SELECT w:a p:. w:b p:+ n:1.5 w:FROM w:t w:WHERE w:c p:= ?:?", ""},
		{"texts", `'a?' 'it''s' 'a\' ?'`, `t:a? t:it''s t:a\' ?`, `t:a? t:it''s t:a\ ?:? !text`},
		{"double quotes", `"a?"`, "t:a?", "q:a?"},
		{"names", "`a``?`", "q:a``?", ""},
		{"brackets", "[a?]", "p:[ w:a ?:? p:]", "q:a?"},
		{"dashes", "5--1 -- ?\n?", "n:5 p:- p:- n:1 ?:?", "n:5 ?:?"},
		{"dashes at the end", "1 --", "n:1", ""},
		{"hash", "1 # ?\n2", "n:1 n:2", "n:1 p:# ?:? n:2"},
		{"comment", "1 /* ? ' */ 2", "n:1 n:2", ""},
		{"code in a comment", "SELECT /*!50000 ?, */ 1", "w:SELECT ?:? p:, n:1", "w:SELECT n:1"},
		{"MariaDB's code", "1 /*M! ? */", "n:1 ?:?", "n:1"},
		{"optimizer hint", "SELECT /*+ ? */ 1", "w:SELECT n:1", ""},
		{"numbered marks", "?1 ?", "?:? n:1 ?:?", "?:?1 ?:?"},
		{"variables", "@a := $b", "w:@a p:: p:= w:$b", ""},
		{"beyond ASCII", "größe='é'", "w:größe p:= t:é", ""},
		{"open text", "a 'b", "w:a !text", ""},
		{"open name", "a `b", "w:a !name", ""},
		{"open comment", "a /* b", "w:a !comment", ""},
		{"open code", "/*! a", "w:a !comment", "!comment"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.sqlite == "" {
				test.sqlite = test.mysql
			}
			for _, lite := range []bool{false, true} {
				want := test.mysql
				if lite {
					want = test.sqlite
				}
				tokens, unclosed := tokenize(test.sql, lite)
				got := pieces(tokens)
				if unclosed != "" {
					got = strings.TrimSpace(got + " !" + unclosed)
				}
				if got != want {
					t.Errorf("lite %v:\ngot  %s\nwant %s", lite, got, want)
				}
			}
		})
	}
}

func TestStatementTarget(t *testing.T) {
	for sql, want := range map[string]string{
		"INSERT INTO t VALUES (1)":                   "t",
		"insert t values (1)":                        "t",
		"INSERT LOW_PRIORITY IGNORE INTO t SELECT 1": "t",
		"INSERT OR REPLACE INTO t VALUES (1)":        "t",
		"REPLACE t VALUES (1)":                       "t",
		"UPDATE t SET a = 1":                         "t",
		"DELETE QUICK FROM `t`":                      "t",
		"TRUNCATE TABLE t":                           "t",
		"DROP TABLE IF EXISTS t":                     "t",
		"CREATE TABLE IF NOT EXISTS t (a int)":       "t",
		"CREATE UNIQUE INDEX i ON t (a)":             "t",
		"ALTER TABLE t ADD b int":                    "t",
		"RENAME TABLE t TO u":                        "t",
		"LOAD DATA INFILE 'x' INTO TABLE t":          "t",
		"DROP INDEX i ON t":                          "t",
		"DROP INDEX i":                               "",
		"DROP DATABASE t":                            "t",
		"CREATE TEMPORARY TABLE t (a int)":           "",
		"CREATE VIEW v AS SELECT 1":                  "",
		"SELECT 1":                                   "",
		"WITH x AS (SELECT 1) DELETE FROM t":         "",
		"DELETE t FROM t JOIN u":                     "",
	} {
		tokens, _ := tokenize(sql, false)
		st := &statement{tokens: tokens}
		got := ""
		if i := st.target(); i >= 0 {
			got = tokens[i].text
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", sql, got, want)
		}
	}
}

func TestBatchable(t *testing.T) {
	for sql, want := range map[string]bool{
		"INSERT INTO t VALUES (?, ?)":                          true,
		"INSERT INTO t (a, b) VALUES (?, f(1, (2)))":           true,
		"replace into t value (?) -- end":                      true,
		"INSERT INTO t VALUES (?), (?)":                        false,
		"INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE a=1": false,
		"INSERT INTO t SELECT 1":                               false,
		"INSERT INTO t VALUES":                                 false,
		"UPDATE t SET a = VALUES (1)":                          false,
	} {
		tokens, _ := tokenize(sql, false)
		if got := (&statement{tokens: tokens}).batchable(); got != want {
			t.Errorf("%s: got %v, want %v", sql, got, want)
		}
	}
}

func TestStatementReads(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT 1 FOR SHARE":                 true,
		"select a from t for update":         false, // SQLite has none; MySQL does not ask
		"WITH x AS (SELECT 1) SELECT 2":      true,
		"WITH x AS (SELECT 1) DELETE FROM t": false,
		"INSERT INTO t VALUES (1)":           false,
		"CALL p()":                           false,
	} {
		tokens, _ := tokenize(sql, false)
		if got := (&statement{tokens: tokens}).reads(); got != want {
			t.Errorf("%s: got %v, want %v", sql, got, want)
		}
	}
}

// FuzzTokenize holds that tokens are pieces of the text in order, and that
// what stands in a literal or comment never changes what is outside of it.
func FuzzTokenize(f *testing.F) {
	for _, seed := range []string{"SELECT '?' \"?\" `?` [?] ? -- ?\n# ?\n/* ? */ /*! ? */", "'\\'?", "a--b", "?1", "/*!", "*/", "'", "\x00"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, sql string, lite bool) {
		tokens, unclosed := tokenize(sql, lite)
		end := 0
		for _, tok := range tokens {
			if tok.at < end || sql[tok.at:tok.at+len(tok.text)] != tok.text {
				t.Fatalf("%q: token %q at %d is out of place", sql, tok.text, tok.at)
			}
			end = tok.at + len(tok.text)
		}
		if unclosed != "" {
			return
		}
		more, _ := tokenize(sql+"\n /* ? */ '?' ", lite)
		st, longer := &statement{tokens: tokens}, &statement{tokens: more}
		if st.marks() != longer.marks() || len(more) != len(tokens)+1 {
			t.Errorf("%q: a comment and a text after it change its placeholders", sql)
		}
	})
}
