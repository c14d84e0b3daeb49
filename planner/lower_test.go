package planner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// show writes a tree as a text that says everything but the kinds of inner
// nodes: "float: (add (draw uniform 1 2) slot0)".
func show(e expr.Expr) string {
	return e.Kind.String() + ": " + tree(e)
}

func tree(e expr.Expr) string {
	switch e.Op {
	case expr.OpConst:
		if e.Kind == expr.Float {
			return fmt.Sprintf("%gf", e.Float)
		}
		if e.Kind == expr.String {
			return fmt.Sprintf("%q", e.Text)
		}
		v := expr.Value{Kind: e.Kind, Int: e.Int}
		return string(v.Append(nil))
	case expr.OpSlot:
		return fmt.Sprintf("slot%d", e.Int)
	}
	words := []string{string(e.Op)}
	if e.Text != "" {
		words = append(words, e.Text)
	}
	if e.Op == expr.OpDraw && e.Int >= 0 {
		words = append(words, fmt.Sprintf("#%d", e.Int))
	}
	for _, arg := range e.Args {
		words = append(words, tree(arg))
	}
	if len(words) == 1 {
		return words[0]
	}
	return "(" + strings.Join(words, " ") + ")"
}

// mixScope is a scope with two tables and some locals, and the place of a
// query in a mix: let.n (int, slot 0), let.x (float, slot 1), let.s (text,
// slot 2), let.t (a copy of sbtest, slot 3), let.five (constant), let.late
// (not drawn yet), and query.q.v (float, slot 4), query.later.v (not yet).
func mixScope(t testing.TB, source string) (*scope, *names) {
	t.Helper()
	s := lowerScope(t, map[string]string{
		"id": "uniform(1, 100)", "two": "local.id + local.id", "list": "[for i in range(3) : local.id]",
		"pair": "{ a = 1, b = uniform(1, 2), c = [7, chance(0.5)] }", "number": "40 + 2", "words": `["a", "b"]`,
	})
	s.schema = &plan.Schema{Name: "s", Tables: []plan.Table{{Name: "sbtest", Copies: 4, Quote: "`"}, {Name: "district", Quote: "`"}}}
	s.spec.Files = map[string]*hcl.File{"test.hcl": {Bytes: []byte(source)}}
	n := newNames(mixPlace).inner()
	for i, kind := range map[string]expr.Kind{"n": expr.Int, "x": expr.Float, "s": expr.String, "t": expr.Int} {
		n.lets[i] = value(expr.Slot(strings.Index("nxst", i), kind), hcl.Range{})
	}
	table := n.lets["t"]
	table.table = 0
	n.lets["t"] = table
	n.lets["five"] = value(expr.ConstInt(5), hcl.Range{})
	n.later["late"] = hcl.Range{Start: hcl.Pos{Line: 9}}
	n.index = 5
	n.frame.answers["q"] = &answer{done: true, reads: map[string]expr.Expr{"v": expr.Slot(4, expr.Float)}}
	n.frame.answers["later"] = &answer{at: hcl.Range{Start: hcl.Pos{Line: 8}}, reads: map[string]expr.Expr{"v": expr.Slot(6, expr.Float)}}
	return s, n
}

func lowerScope(t testing.TB, locals map[string]string) *scope {
	t.Helper()
	tt, ok := t.(*testing.T)
	if !ok {
		tt = &testing.T{}
	}
	return scopeOf(tt, locals)
}

func TestLower(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// constants
		{"1 + 2", "int: 3"},
		{"local.number", "int: 42"},
		{"1.5", "float: 1.5f"},
		{"2.0", "float: 2f"},
		{"-2.0", "float: -2f"},
		{"true", "bool: true"},
		{`"a${1}"`, `string: "a1"`},
		{"null", "null: NULL"},
		{"9223372036854775807", "int: 9223372036854775807"},

		// kinds
		{"let.n + 1", "int: (add slot0 1)"},
		{"let.n + 1.5", "float: (add slot0 1.5f)"},
		{"let.n / 2", "float: (div slot0 2)"},
		{"let.n % 2", "int: (mod slot0 2)"},
		{"-let.x", "float: (neg slot1)"},
		{"!(let.n == 1)", "bool: (not (eq slot0 1))"},
		{"let.n < let.x", "bool: (lt slot0 slot1)"},
		{"query.q.v == null", "bool: (eq slot4 NULL)"},
		{"let.n > 1 ? 1 : 2.5", "float: (cond (gt slot0 1) 1f 2.5f)"},
		{"let.n > 1 ? let.n : let.x", "float: (cond (gt slot0 1) (float slot0) slot1)"},
		{"let.n > 1 ? null : 3", "int: (cond (gt slot0 1) NULL 3)"},
		{"let.n == count.index && let.x > 1", "bool: (and (eq slot0 slot5) (gt slot1 1))"},

		// folding
		{"let.five * 2", "int: 10"},
		{"let.five > 3 ? let.n : uniform(2, 1)", "int: slot0"},
		{"let.five > 3 || chance(0.5)", "bool: true"},
		{"let.five > 9 || chance(0.5)", "bool: (draw chance 0.5f)"},
		{`"${let.five}-${let.n}-${1}"`, `string: (concat "5-" slot0 "-1")`},
		{`format("%03d", let.five)`, `string: "005"`},

		// locals are inlined, each use a draw
		{"local.two", "int: (add (draw uniform 1 100) (draw uniform 1 100))"},
		{"local.pair.b", "int: (draw uniform 1 2)"},
		{"local.pair.a + let.n", "int: (add 1 slot0)"},
		{"local.pair.c[1]", "bool: (draw chance 0.5f)"},

		// generators
		{"uniform(0.0, 1.0)", "float: (draw uniform 0f 1f)"},
		{"uniform(1, 2.5)", "float: (draw uniform 1f 2.5f)"},
		{"uniform(1, let.n)", "int: (draw uniform 1 slot0)"},
		{`random("zipfian", 1, 10)`, "int: (draw zipf 1 10 0.8f)"},
		{"gaussian(1, 10)", "int: (draw gaussian 1 10 12)"},
		{"special(1, 10, 6)", "int: (draw special 1 10 6 1f 75f)"},
		{"pareto(1, 10, 0.1)", "int: (draw pareto 1 10 0.1f)"},
		{"nurand(8191, 1, 100000)", "int: (draw nurand 8191 1 100000)"},
		{"hotspot(1, 10, 0.2, 0.8)", "int: (draw hotspot 1 10 0.2f 0.8f)"},
		{"sequence() + sequence(5, 2)", "int: (add (draw sequence #0 1 1) (draw sequence #1 5 2))"},
		{"permute(1, 10)", "int: (draw permute #0 1 10)"},
		{"unique()", "int: (draw unique #0)"},
		{"pick([1, let.n, 2.5])", "float: (draw pick 1f (float slot0) 2.5f)"},
		{"weighted([1, 2], [10, 90])", "int: (draw weighted 1 10f 2 90f)"},
		{`weighted([{ value = "a", weight = 1 }, { value = let.s, weight = 2 }])`, `string: (draw weighted "a" 1f slot2 2f)`},
		{"weighted([for i in range(2) : { value = i, weight = i + 1 }])", "int: (draw weighted 0 1f 1 2f)"},
		{`digits("##-@")`, `string: (draw digits "##-@")`},
		{"letters(5)", "string: (draw letters 5 5)"},
		{"text(1, let.n)", "string: (draw text 1 slot0)"},
		{"bytes(8)", "bytes: (draw bytes 8)"},
		{"now()", "time: (draw now)"},

		// lists
		{"max((local.list)...)", "int: (max (draw uniform 1 100) (draw uniform 1 100) (draw uniform 1 100))"},
		{"max(concat([let.n], [1, 2])...)", "int: (max slot0 1 2)"},
		{"max((local.number > 1 ? [let.n, 1] : [let.x])...)", "int: (max slot0 1)"},
		{"max([for k, v in [5, 6, 7] : let.n + k * v if v != 6]...)", "int: (max (add slot0 0) (add slot0 14))"},
		{"max([for i in range(2) : max([for j in range(i + 1) : let.n + i + j]...)]...)",
			"int: (max (max (add (add slot0 0) 0)) (max (add (add slot0 1) 0) (add (add slot0 1) 1)))"},
		{`max([for k, v in { a = 1, b = 2 } : int("${let.s}${k}")]...)`, `int: (max (int (concat slot2 "a")) (int (concat slot2 "b")))`},

		// functions
		{"floor(let.x)", "int: (floor slot1)"},
		{"min(let.n, 3)", "int: (min slot0 3)"},
		{"max([let.n, let.x]...)", "float: (max slot0 slot1)"},
		{"pow(let.n, 2)", "int: (pow slot0 2)"},
		{"pow(let.n, let.n)", "float: (pow slot0 slot0)"},
		{"int(let.s)", "int: (int slot2)"},
		{"int(let.n)", "int: slot0"},
		{"tostring(let.n)", "string: (string slot0)"},
		{"length(let.s)", "int: (length slot2)"},
		{"substr(let.s, 0, 3)", "string: (substr slot2 0 3)"},
		{`format("%05d-%s", let.n, let.s)`, `string: (format %05d-%s slot0 slot2)`},
		{"coalesce(query.q.v, 0)", "float: (coalesce slot4 0f)"},
		{`join("-", [for i in range(2) : digits("#")])`, `string: (concat (draw digits "#") "-" (draw digits "#"))`},
		{`"%{for i in range(2)}${letters(i + 1)},%{endfor}"`, `string: (concat (draw letters 1 1) "," (draw letters 2 2) ",")`},

		// lists of constants by a number
		{"[7, 8, 9][let.n]", "int: (cond (and (ge slot0 0) (lt slot0 3)) (cond (lt slot0 1) 7 (cond (lt slot0 2) 8 9)) NULL)"},
		{"local.words[let.n % 2]", `string: (cond (and (ge (mod slot0 2) 0) (lt (mod slot0 2) 2)) (cond (lt (mod slot0 2) 1) "a" "b") NULL)`},
		{"[7, 8, 9][let.five - 3]", "int: 9"},
		{"[7, 8, 9][let.five]", "null: NULL"},

		// roots
		{"worker.index + worker.count", "int: (add worker workers)"},
		{"host.cpus * 2", "int: (mul (fact host.cpus) 2)"},
		{"int(server.max_connections)", "int: (int (fact server.max_connections))"},
	} {
		t.Run(test.text, func(t *testing.T) {
			s, n := mixScope(t, test.text)
			e, diags := s.lower(expression(t, test.text), n)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if got := show(e); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestLowerMistakes(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{"let.m + 1", "let.m", "drawn here are: five, n, s, t and x"},
		{"let.late", "let.late", "is drawn on line 9"},
		{"let.n.x", "let.n.x", "has nothing below it"},
		{"query.later.v + 1", "query.later.v", "stands on line 8"},
		{"query.r.v + 1", "query.r.v", "no query \"r\""},
		{"query.q.w + 1", "query.q.w", "reads v, but no \"w\""},
		{"self.row", "self.row", "cannot refer to \"self\""},
		{"let.s + 1", "let.s", "+ needs a number, and this is a string"},
		{"let.n && true", "let.n", "&& needs a bool"},
		{"let.n == let.s", "let.s", "must be of one kind"},
		{"let.s < let.s", "let.s", "needs a number or a time"},
		{"let.n ? 1 : 2", "let.n", "must be a bool"},
		{"chance(0.5) ? 1 : \"a\"", "\"a\"", "must be of one kind"},
		{"let.n + 1180591620717411303424", "1180591620717411303424", "between -2^63 and 2^63-1"},
		{"let.n / 0", "0", "always zero"},
		{"let.five * 9223372036854775807", "let.five * 9223372036854775807", "number out of range"},
		{"uniform(5, 1)", "5, 1", "no number from 5 to 1"},
		{"uniform(1)", "uniform(1)", "uniform is written uniform(lo, hi), and 1 is given"},
		{"zipf(1, 2, 3, 4)", "zipf(1, 2, 3, 4)", "zipf(lo, hi[, theta = 0.8])"},
		{"zipf(1, 10, -1)", "-1", "theta of zipf must be 0 or more"},
		{"special(1, 10, 12, 1, 100)", "100", "res of special must be from 0 to below 100"},
		{"chance(1.5)", "1.5", "must be from 0 to 1"},
		{"chance(let.s)", "let.s", "must be a float, and this is a string"},
		{"zipf(1, 10, let.x)", "let.x", "must be constant"},
		{"gaussian(1, 2.5)", "2.5", "Use int(…)"},
		{`random("unifrom", 1, 2)`, `"unifrom"`, `Did you mean "uniform"?`},
		{"pick([])", "[]", "at least one element"},
		{"pick(let.n)", "let.n", "A list is wanted"},
		{"weighted([1, 2], [0, 0])", "weighted([1, 2], [0, 0])", "All weights are 0"},
		{"weighted([1, 2], [1])", "weighted([1, 2], [1])", "2 values and 1 weight"},
		{"any(let.n)", "let.n", "any takes a table"},
		{"[1, 2][uniform(0, 1)]", "uniform(0, 1)", "Draw the index in a let"},
		{"[1, uniform(1, 2)][let.n]", "uniform(1, 2)", "must hold constants"},
		{"[1, 2][let.x]", "let.x", "must be an int"},
		{"let.n" + strings.Repeat(" + 1", 501), "let.n" + strings.Repeat(" + 1", 501), "more than 500 operators within each other"},
		{"any(table.sbtes) == 1", "table.sbtes", `Did you mean "sbtest"?`},
		{"let.t + 1", "let.t", "it is no value"},
		{"replace(let.s, \"a\", \"b\")", "replace", "takes constants only"},
		{"unifom(1, let.n)", "unifom", `Did you mean "uniform"?`},
		{`format("%q", let.n)`, `"%q"`, "may have %d, %s, %f"},
		{`format("%d %d", let.n)`, `format("%d %d", let.n)`, "2 verbs, and 1 is given"},
		{"[let.n]", "[let.n]", "no single value"},
		{"max([for k, v in { a = 1 } : let.n + k]...)", "k", "+ needs a number, and this is a string"},
		{"max({ a = let.n }...)", "{ a = let.n }", "Write a list here"},
		{"let.n[*]", "let.n[*]", "A splat is no single value"},
		{"{ a = let.n }", "{ a = let.n }", "An object is no single value"},
		{"min(let.s)", "let.s", "min takes a number"},
		{"upper(let.n)", "let.n", "upper takes a text"},
		{"substr(let.s, let.x, 1)", "let.x", "substr takes an int"},
		{"int(now())", "now()", "int takes a number, a bool or a text"},
		{`random(1, let.n, 2)`, "1", "the name of a distribution"},
		{"local.pair.x", ".x", "no such element"},
		{"pick([for i in range(let.n) : i])", "range(let.n)", "must be constant"},
		{"pick([for i in range(9999) : uniform(1, i + 1)]) + pick([for i in range(9999) : uniform(1, i + 1)])",
			"[for i in range(9999) : uniform(1, i + 1)]", "more than 10000 elements"},
		{"result.events > 1", "result.events", "cannot refer to \"result\""},
		{"count.idx", "count.idx", "count has index"},
		{"host.cpu", "host.cpu", `Did you mean "cpus"?`},
	} {
		t.Run(test.text, func(t *testing.T) {
			s, n := mixScope(t, test.text)
			_, diags := s.lower(expression(t, test.text), n)
			if !diags.HasErrors() {
				t.Fatal("no diagnostic")
			}
			d := diags[0]
			if !strings.Contains(d.Summary+": "+d.Detail, test.want) {
				t.Errorf("got %q, want something with %q", d.Detail, test.want)
			}
			if got := within(test.text, d.Subject); got != test.at {
				t.Errorf("the range is %q, want %q", got, test.at)
			}
		})
	}
}

// within is the part of text that r marks.
func within(text string, r *hcl.Range) string {
	if r.End.Byte > len(text) {
		return "a range outside of the text"
	}
	return text[r.Start.Byte:r.End.Byte]
}

func TestLowerColumn(t *testing.T) {
	for _, test := range []struct {
		copies, rows int64
		text, want   string
	}{
		{0, 10, "special(1, self.rows)", "int: (draw special 1 10 12 1f 75f)"},
		{0, 0, "special(1, self.rows)", "int: (draw special 1 0 12 1f 75f)"}, // no rows, no draw
		{0, 10, "self.row % 3", "int: (mod row 3)"},
		{2, 10, "self.copy", "int: (add copy 1)"},
		{2, 10, "self.name", `string: (concat "t" (add copy 1))`},
		{0, 10, "self.name", `string: "t"`},
		{0, 10, "sequence(100)", "int: (draw sequence #0 100 1)"},
	} {
		t.Run(test.text, func(t *testing.T) {
			s := lowerScope(t, nil)
			e, diags := s.lower(expression(t, test.text), columnNames(&plan.Table{Name: "t", Copies: test.copies, Rows: test.rows}))
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if got := show(e); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestLowerResults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`percentile(result.response, 99) < duration("20ms")`, "bool: (lt (result response.percentile 99f) 20000000)"},
		{"result.load.oltp.throughput > 100", `bool: (gt (result throughput "load" "oltp") 100)`},
		{"max(result.transaction.t.query.q.service) <= 5", `bool: (le (result service.max "transaction" "t" "query" "q") 5)`},
		{"result.errors == 0", "bool: (eq (result errors) 0)"},
		{"max(result.errors, 3) == 3", "bool: (eq (max (result errors) 3) 3)"},

		{"result.response > 1", "is a distribution"},
		{"mean(result.events) > 1", "is one number"},
		{"percentile(result.response, 101) > 1", "from 0 to 100"},
		{"percentile(result.response) > 1", "takes 2 arguments"},
		{"result.latency > 1", "A result is one of"},
		{"result > 1", "must be followed by"},
		{"uniform(1, 2) > 1", "cannot draw"},
	} {
		t.Run(test.text, func(t *testing.T) {
			e, diags := lowerScope(t, nil).lower(expression(t, test.text), reportNames(nil))
			got := show(e)
			if diags.HasErrors() {
				got = diags[0].Summary + ": " + diags[0].Detail
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func FuzzLower(f *testing.F) {
	for _, seed := range []string{
		"local.two", "pick(local.list)", `"%{if let.n > 1}${let.s}%{else}x%{endif}"`, "[for i in range(3) : uniform(1, i)]...",
		"weighted([for k, v in { a = 1 } : { value = k, weight = v }])", "table.sbtest[let.n]", "local.pair[let.n]", "sequence(1, 0)",
		"percentile(result.response, 99)", "let[\"n\"]", "min(local.list...)", "query.q", "table.sbtest.x[0]", "any(table.sbtest...)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, diags := hclsyntax.ParseExpression([]byte(text), "test.hcl", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		s, n := mixScope(t, text)
		_, diags = s.lower(e, n)
		for _, d := range diags {
			if d.Subject == nil {
				t.Errorf("%q: a diagnostic without range: %v", text, d)
			}
		}
	})
}
