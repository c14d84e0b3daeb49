package planner

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// compileMix compiles the transactions in text for a schema with tables
// sbtest (4 copies) and district.
func compileMix(t testing.TB, dialectName, text string) (plan.Mix, hcl.Diagnostics) {
	t.Helper()
	s, m := mixSpec(t, dialectName, text)
	return s.mix(m)
}

// mixSpec reads the mix and makes its scope.
func mixSpec(t testing.TB, dialectName, text string) (*scope, *spec.Mix) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mix.hcl")
	if err := os.WriteFile(path, []byte("locals {\n  id = uniform(1, 100)\n  many = true\n  sql = \"SELECT 1 FROM ${let.t}, ${table.district}\"\n}\nmix \"m\" {\n"+text+"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sp, diags := spec.Read(path, spec.Options{})
	if diags.HasErrors() {
		t.Fatal(printed(sp, diags))
	}
	s := newScope(sp, newShared(), new(factorSet), func(v *spec.Variable) bound { return defaultOf(v, v.DeclRange) })
	s.dialect = dialect.Find(dialectName)
	s.schema = &plan.Schema{Name: "s", Tables: []plan.Table{{Name: "sbtest", Copies: 4, Quote: "`"}, {Name: "district", Quote: "`"}}}
	return s, sp.Mixes[0]
}

// outline writes a mix in short lines, one for each part.
func outline(m *plan.Mix) string {
	var b strings.Builder
	for _, t := range m.Transactions {
		fmt.Fprintf(&b, "%s ×%g %q %s/%s frame %d\n", t.Name, t.Weight, t.Begin, t.Commit, t.Rollback, t.Frame)
		outlineBlock(&b, "  ", &t.Body)
	}
	return b.String()
}

// condition writes a tree after a word, or nothing.
func condition(e *expr.Expr, word string) string {
	if e.Absent() {
		return ""
	}
	return word + tree(*e)
}

func outlineBlock(b *strings.Builder, indent string, block *plan.Block) {
	outlineLets(b, indent, block.Lets)
	for _, step := range block.Steps {
		switch {
		case step.Query != nil:
			outlineQuery(b, indent, step.Query)
		case step.Group != nil:
			fmt.Fprintf(b, "%sgroup %s%s\n", indent, step.Group.Name, outlineRepetition(&step.Group.Repetition))
			outlineBlock(b, indent+"  ", &step.Group.Body)
		case step.Rollback != nil:
			fmt.Fprintf(b, "%srollback%s\n", indent, condition(&step.Rollback.When, " when "))
		case step.Think != nil:
			fmt.Fprintf(b, "%sthink %s\n", indent, tree(step.Think.Micros))
		}
	}
}

func outlineLets(b *strings.Builder, indent string, lets []plan.Let) {
	for _, l := range lets {
		fmt.Fprintf(b, "%slet slot%d = %s\n", indent, l.Slot, show(l.Value))
	}
}

func outlineQuery(b *strings.Builder, indent string, q *plan.Query) {
	fmt.Fprintf(b, "%squery %d %s%s: %s", indent, q.Index, q.Name, outlineRepetition(&q.Repetition), outlineSQL(&q.SQL))
	for _, a := range q.Args {
		fmt.Fprintf(b, " | %s", tree(a))
	}
	for _, r := range q.Read {
		fmt.Fprintf(b, " → slot%d %s", r.Slot, r.Kind)
	}
	if !q.Prepare {
		b.WriteString(" unprepared")
	}
	if q.Batch > 0 {
		fmt.Fprintf(b, " batch %d", q.Batch)
	}
	fmt.Fprintf(b, " %s%s\n", q.OnEmpty, q.OnNull)
	outlineLets(b, indent+"  ", q.Lets)
}

func outlineSQL(t *plan.Template) string {
	text := t.Parts[0]
	for i, h := range t.Holes {
		text += fmt.Sprintf("{%d %s}", h.Table, tree(h.Value)) + t.Parts[i+1]
	}
	return text
}

func outlineRepetition(r *plan.Repetition) string {
	text := condition(&r.When, " when ")
	switch {
	case !r.Count.Known():
		text += " ×" + tree(r.Count.Expr)
	case r.Count.N != 1:
		text += fmt.Sprintf(" ×%d", r.Count.N)
	}
	if r.Index >= 0 {
		text += fmt.Sprintf(" index slot%d", r.Index)
	}
	return text
}

func TestMix(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"the point query of sysbench", `
  transaction "oltp" {
    weight = 9
    group "points" {
      let { t = any(table.sbtest) }
      query "point" {
        count = 10
        sql   = "SELECT c FROM ${let.t} WHERE id = ?"
        args  = [local.id]
      }
    }
  }`, `
oltp ×9 ["BEGIN"] COMMIT/ROLLBACK frame 2
  group points
    let slot0 = int: (draw uniform 0 3)
    query 0 point ×10 index slot1: SELECT c FROM {0 slot0} WHERE id = ? | (draw uniform 1 100) 
`},
		{"lets, reads, drawn counts", `
  transaction "new_order" {
    isolation = "repeatable-read"
    let {
      w   = uniform(1, 10)
      n   = uniform(5, 15)
      two = 2
      bad = chance(0.01)
    }
    query "district" {
      sql  = "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? FOR UPDATE"
      args = [let.w]
      read = { next = int, tax = decimal }
      on_empty = "error"
      expect { rows = 1 }
    }
    query "advance" {
      sql  = "UPDATE district SET d_next_o_id = ? WHERE d_w_id = ?"
      args = [query.district.next + 1, let.w * let.two]
    }
    group "lines" {
      count = let.n
      let { item = let.bad && count.index == let.n - 1 ? 100001 : nurand(8191, 1, 100000) }
      query "item" {
        sql      = "SELECT i_price FROM item WHERE i_id = ?"
        args     = [let.item]
        read     = { price = decimal }
        on_empty = "rollback"
      }
      rollback { when = query.item.price > 9.5 }
    }
    think { time = "5ms" }
    think { time = uniform(0.001, 0.002) }
  }`, `
new_order ×1 ["SET TRANSACTION ISOLATION LEVEL REPEATABLE READ" "BEGIN"] COMMIT/ROLLBACK frame 8
  let slot0 = int: (draw uniform 1 10)
  let slot1 = int: (draw uniform 5 15)
  let slot2 = bool: (draw chance 0.01f)
  query 0 district: SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? FOR UPDATE | slot0 → slot3 int → slot4 float error
  query 1 advance: UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? | (add slot3 1) | (mul slot0 2) 
  group lines ×slot1 index slot5
    let slot6 = int: (cond (and slot2 (eq slot5 (sub slot1 1))) 100001 (draw nurand 8191 1 100000))
    query 2 item: SELECT i_price FROM item WHERE i_id = ? | slot6 → slot7 float rollback
    rollback when (gt slot7 9.5f)
  think 5000
  think (int (mul (draw uniform 0.001f 0.002f) 1000000))
`},
		{"lets that are lists", `
  transaction "t" {
    let {
      lows  = [for i in range(2) : local.id]
      mixed = [7, chance(0.5)]
      which = uniform(0, 1)
    }
    query "ranges" {
      sql  = "SELECT 1 WHERE ? < ? OR ? < ? OR ? OR ?"
      args = [for i in range(6) : i < 4 ? let.lows[floor(i / 2)] + i % 2 * 5 : i == 4 ? let.mixed[1] : let.mixed[0] > 3]
    }
    query "whole" {
      sql  = "SELECT ?, ?"
      args = let.lows
    }
    query "one" {
      sql  = "SELECT ?"
      args = [let.lows[let.which]]
    }
  }`, `
t ×1 ["BEGIN"] COMMIT/ROLLBACK frame 4
  let slot0 = int: (draw uniform 1 100)
  let slot1 = int: (draw uniform 1 100)
  let slot2 = bool: (draw chance 0.5f)
  let slot3 = int: (draw uniform 0 1)
  query 0 ranges: SELECT 1 WHERE ? < ? OR ? < ? OR ? OR ? | (add slot0 0) | (add slot0 5) | (add slot1 0) | (add slot1 5) | slot2 | true 
  query 1 whole: SELECT ?, ? | slot0 | slot1 
  query 2 one: SELECT ? | (cond (and (ge slot3 0) (lt slot3 2)) (cond (lt slot3 1) slot0 slot1) NULL) 
`},
		{"the dialect of the target", `
  transaction "t" {
    query "insert" {
      sql  = "INSERT INTO ${table.district} VALUES (?, ?)"
      args = [target.dialect == "sqlite" ? null : 0, target.dialect]
    }
  }`, `
t ×1 ["BEGIN"] COMMIT/ROLLBACK frame 0
  query 0 insert: INSERT INTO ` + "`district`" + ` VALUES (?, ?) | 0 | "mysql" 
`},
		{"tables, heredocs, plain text", `
  transaction "t" {
    autocommit = true
    let { i = uniform(0, 3) }
    query "heredoc" {
      sql = <<-SQL
        SELECT 1
          FROM ${table.district} -- why?
      SQL
    }
    query "indexed" {
      sql = "SELECT 1 FROM ${table.sbtest[let.i]}, ${table.sbtest[3]}"
    }
    query "plain" {
      prepare = false
      sql     = "SELECT c FROM sbtest${let.i + 1} LIMIT ${2 + 3};"
    }
    query "in" {
      sql  = "SELECT 1 FROM district WHERE a IN (${join(", ", [for i in range(3) : "?"])})"
      args = [for i in range(3) : uniform(i, 9)]
    }
    query "rows" {
      count = 5000
      batch = "4KiB"
      sql   = "INSERT INTO district (a, b) VALUES (?, 'x')"
      args  = [sequence()]
    }
  }`, `
t ×1 [] / frame 2
  let slot0 = int: (draw uniform 0 3)
  query 0 heredoc: SELECT 1
  FROM ` + "`district`" + ` -- why? 
  query 1 indexed: SELECT 1 FROM {0 slot0}, sbtest4 
  query 2 plain: SELECT c FROM sbtest{-1 (add slot0 1)} LIMIT 5 unprepared 
  query 3 in: SELECT 1 FROM district WHERE a IN (?, ?, ?) | (draw uniform 0 9) | (draw uniform 1 9) | (draw uniform 2 9) 
  query 4 rows ×5000 index slot1: INSERT INTO district (a, b) VALUES (?, 'x') | (draw sequence #0 1 1) batch 4096 
`},
		{"SQL from pieces", `
  transaction "t" {
    let {
      n = uniform(1, 9)
      t = any(table.sbtest)
    }
    query "chosen" { sql = local.many ? "SELECT 1 FROM ${let.t}" : "SELECT ${let.n}" }
    query "directive" { sql = "SELECT 1%{if local.many} FROM ${let.t}%{endif}%{for c in ["a", "b"]} ${c} ${let.t}%{endfor}" }
    query "braces" { sql = ("SELECT 1 FROM ${(let.t)}") }
    query "named" { sql = local.sql }
    query "union" { sql = join(" UNION ", [for t in ["district", "sbtest1"] : "SELECT 1 FROM ${t}"]) }
    query "plain" {
      prepare = false
      sql     = "SELECT ${"'${let.n}-${1}'"} FROM ${chance(0.5) ? "a" : "b"}"
    }
  }`, `
t ×1 ["BEGIN"] COMMIT/ROLLBACK frame 2
  let slot0 = int: (draw uniform 1 9)
  let slot1 = int: (draw uniform 0 3)
  query 0 chosen: SELECT 1 FROM {0 slot1} 
  query 1 directive: SELECT 1 FROM {0 slot1} a {0 slot1} b {0 slot1} 
  query 2 braces: SELECT 1 FROM {0 slot1} 
  query 3 named: SELECT 1 FROM {0 slot1}, ` + "`district`" + ` 
  query 4 union: SELECT 1 FROM district UNION SELECT 1 FROM sbtest1 
  query 5 plain: SELECT '{-1 slot0}-1' FROM {-1 (cond (draw chance 0.5f) "a" "b")} unprepared 
`},
		{"what is switched off leaves no trace", `
  transaction "off" {
    weight = 0
    query "a" { sql = "SELECT 1" }
  }
  transaction "on" {
    query "b" {
      count = 0
      sql   = "SELECT 2"
    }
    query "c" {
      when = 1 > 2
      sql  = "SELECT 3"
    }
    group "g" {
      count = 0
      query "d" { sql = "SELECT 4" }
    }
    query "e" { sql = "SELECT 5" }
  }`, `
on ×1 ["BEGIN"] COMMIT/ROLLBACK frame 2
  query 0 e: SELECT 5 
`},
		{"temporary tables are the session's own", `
  transaction "t" {
    query "make" { sql = "CREATE TEMPORARY TABLE mine (id int)" }
    query "fill" { sql = "INSERT INTO mine VALUES (1)" }
  }`, `
t ×1 ["BEGIN"] COMMIT/ROLLBACK frame 0
  query 0 make: CREATE TEMPORARY TABLE mine (id int) 
  query 1 fill: INSERT INTO mine VALUES (1) 
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, diags := compileMix(t, "mysql", test.text)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if got := "\n" + outline(&m); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

// What doubles with each local is stopped, wherever it stands.
func TestMixOfDoublingLocals(t *testing.T) {
	for _, test := range []struct{ name, seed, double, query string }{
		{"text", `"${let.t}"`, `"${local.%}${local.%}"`, `sql = local.l40`},
		{"list", `[uniform(1, 2)]`, `concat(local.%, local.%)`, "sql = \"SELECT 1\"\nargs = local.l40"},
		{"number", `uniform(1, 2)`, `local.% + local.%`, "sql = \"SELECT ?\"\nargs = [local.l40]"},
		{"tuple", `uniform(1, 2)`, `max(local.%, local.%)`, "sql = \"SELECT ?\"\nargs = [local.l40]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "transaction \"t\" {\nlet { t = any(table.sbtest) }\nquery \"q\" {\n" + test.query + "\n}\n}\n}\nlocals {\nl0 = " + test.seed + "\n"
			for i := range 40 {
				text += fmt.Sprintf("l%d = %s\n", i+1, strings.ReplaceAll(test.double, "%", fmt.Sprint("l", i)))
			}
			_, diags := compileMix(t, "mysql", text)
			if len(diags) != 1 || !strings.HasPrefix(diags[0].Summary, "Expression too") && !strings.HasPrefix(diags[0].Summary, "Too much") {
				t.Errorf("got %v, want one mistake about size", diags)
			}
		})
	}
}

// SQLite's write lock is taken where a transaction begins, if it writes.
func TestMixBegins(t *testing.T) {
	for _, test := range []struct{ dialect, attributes, sql, want string }{
		{"sqlite", "", "SELECT 1", `["BEGIN"]`},
		{"sqlite", "", "UPDATE district SET a = 1", `["BEGIN IMMEDIATE"]`},
		{"sqlite", `isolation = "serializable"`, "SELECT 1", `["BEGIN"]`},
		{"sqlite", "group \"off\" {\n when = false\n query \"w\" { sql = \"DELETE FROM district\" }\n}", "SELECT 1", `["BEGIN"]`},
		{"mariadb", "read_only = true", "SELECT 1", `["START TRANSACTION READ ONLY"]`},
		{"mariadb", `isolation = "read-committed"`, "SELECT 1", `["SET TRANSACTION ISOLATION LEVEL READ COMMITTED" "BEGIN"]`},
		{"mariadb", "autocommit = true", "SELECT 1", `[]`},
	} {
		m, diags := compileMix(t, test.dialect, fmt.Sprintf("transaction \"t\" {\n%s\nquery \"q\" { sql = %q }\n}", test.attributes, test.sql))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := fmt.Sprintf("%q", m.Transactions[0].Begin); got != test.want {
			t.Errorf("%s, %s, %s: got %s, want %s", test.dialect, test.attributes, test.sql, got, test.want)
		}
	}
}

// An experiment may have a mix for each of 10,000 cells.
func BenchmarkMix(b *testing.B) {
	text := `transaction "t" {`
	for i := range 10 {
		text += fmt.Sprintf(`
  group "g%d" {
    let { t = any(table.sbtest) }
    query "q%d" {
      count = 10
      sql   = "SELECT c FROM ${let.t} WHERE id BETWEEN ? AND ?"
      args  = [local.id, local.id + 99]
    }
  }`, i, i)
	}
	s, m := mixSpec(b, "mysql", text+"\n}")
	for b.Loop() {
		if _, diags := s.mix(m); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
