package planner

import (
	"math"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// maxBatch bounds a batch, as servers bound their packets.
const maxBatch = 1 << 30

// query compiles a query. All of its parts are read even if it never runs or one
// of them is wrong: a mistake does not hide behind a switch, or behind another.
func (w *work) query(q *spec.Query, n *names) (*plan.Query, bool) {
	inner, wrote := n.inner(), w.writes
	n.frame.answers[q.Name].running = true
	made := &plan.Query{Name: q.Name, Index: len(w.made.Queries)}
	var runs bool
	made.Repetition, runs = w.repetition(q.When, q.Count, n, inner)
	made.Lets = w.lets(q.Lets, inner)
	made.Prepare = w.truth(q.Prepare, true)
	args, ok := w.args(q.Args, inner)
	made.Args = args
	if st := w.statement(q, inner, made.Prepare); st != nil {
		made.SQL = st.template(w.tables())
		if ok {
			w.matched(q, st, len(args))
		}
		w.batch(q, st, made)
	}
	w.read(q, made, n)
	made.Expect = w.expect(q.Expect)
	if !runs {
		w.writes = wrote
		return nil, false
	}
	w.made.Queries = append(w.made.Queries, q.Name)
	return made, true
}

// statement compiles and checks the SQL of a query; nil if it is wrong. On the
// way it learns what later queries and the BEGIN depend on: which tables are
// temporary, and whether anything is written.
func (w *work) statement(q *spec.Query, n *names, prepared bool) *statement {
	st, diags := w.s.sql(q.SQL, n, prepared)
	w.diags = append(w.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	diags = w.checkSQL(st)
	w.diags = append(w.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	if name := st.temporaryTable(); name != "" {
		w.temporary[name] = true
	}
	w.writes = w.writes || !st.reads()
	return st
}

// tables are those of the mix's schema.
func (mx *mixer) tables() []plan.Table {
	if mx.s.schema == nil {
		return nil
	}
	return mx.s.schema.Tables
}

// args compiles the arguments, if they are right.
func (w *work) args(e hcl.Expression, n *names) (args []expr.Expr, ok bool) {
	if e == nil {
		return nil, true
	}
	terms, diags := w.s.list(e, n)
	w.diags = append(w.diags, diags...)
	if diags.HasErrors() || len(terms) == 0 {
		return nil, !diags.HasErrors()
	}
	return trees(terms), true
}

// matched compares placeholders with arguments. A server would notice too, but
// only at the first event, and without the line.
func (w *work) matched(q *spec.Query, st *statement, args int) {
	marks := st.marks()
	if marks == args {
		return
	}
	at := q.NameRange
	if q.Args != nil {
		at = q.Args.Range()
	}
	w.wrong(at, "Wrong number of arguments", "The SQL of query %q has %s (?), and args has %s.",
		q.Name, count(marks, "placeholder"), count(args, "element"))
}

// batch reads the size up to which rows are joined. What a batch cannot have
// follows from there being one answer to many rows.
func (w *work) batch(q *spec.Query, st *statement, made *plan.Query) {
	if q.Batch == nil {
		return
	}
	made.Batch = w.quantity(q.Batch, parseSize, `a size is text with a unit, such as "512KiB"`, 1)
	switch {
	case made.Batch < 1 || made.Batch > maxBatch:
		w.wrong(q.Batch.Range(), "Not a batch", "A batch is from one byte to 1 GiB.")
	case !st.batchable():
		w.wrong(q.Batch.Range(), "Not a batch", "Only an INSERT or REPLACE that ends with VALUES and one row in parentheses can be joined with others into one statement.")
	case q.Read != nil || q.Expect != nil:
		w.wrong(q.Batch.Range(), "Not a batch", "Rows that are joined have one answer together, so a query with a batch cannot have read or expect.")
	}
}

// readKinds are the words for the types of values read.
var readKinds = map[string]expr.Kind{
	"int": expr.Int, "float": expr.Float, "decimal": expr.Float, "bool": expr.Bool,
	"string": expr.String, "bytes": expr.Bytes, "time": expr.Time,
}

// read gives slots to the values that a query reads, and makes them known to
// what comes after it.
func (w *work) read(q *spec.Query, made *plan.Query, n *names) {
	a := n.frame.answers[q.Name]
	a.running, a.done, a.reads = false, true, map[string]expr.Expr{}
	made.OnEmpty, made.OnNull = w.policy(q, q.OnEmpty), w.policy(q, q.OnNull)
	if q.Read == nil {
		return
	}
	object, ok := q.Read.(*hclsyntax.ObjectConsExpr)
	if !ok {
		w.wrong(q.Read.Range(), "Names and types wanted", "read is written as names and types in the order of the columns, such as { next = int, tax = decimal }.")
		a.failed = true
		return
	}
	for _, item := range object.Items {
		name, kind, ok := w.readItem(item)
		if _, twice := a.reads[name]; twice && ok {
			w.wrong(item.KeyExpr.Range(), "Duplicate name", "Query %q reads %q twice. Give each column a name of its own.", q.Name, name)
			continue
		}
		if !ok {
			a.failed = true
			continue
		}
		slot := n.slot()
		a.reads[name] = expr.Slot(slot, kind)
		made.Read = append(made.Read, plan.Read{Name: name, Slot: slot, Kind: kind})
	}
}

// readItem is the name and kind of a value to read.
func (w *work) readItem(item hclsyntax.ObjectConsItem) (name string, kind expr.Kind, ok bool) {
	name, ok = objectKey(item)
	if !ok {
		w.wrong(item.KeyExpr.Range(), "Name wanted", "The name of a value must be written as a plain word.")
		return "", expr.Null, false
	}
	word := hcl.ExprAsKeyword(item.ValueExpr)
	kind, ok = readKinds[word]
	if !ok {
		known := []string{"int", "float", "decimal", "bool", "string", "bytes", "time"}
		w.wrong(item.ValueExpr.Range(), "Unknown type", "A value is read as one of %s, written without quotes.%s", listed(known), didYouMean(word, known))
	}
	return name, kind, ok
}

// policy is what happens if there is no row, or a NULL in it; "" is to go on with
// null, which expressions can ask about.
func (w *work) policy(q *spec.Query, e hcl.Expression) string {
	if e == nil {
		return ""
	}
	if q.Read == nil {
		w.wrong(e.Range(), "Nothing is read", "on_empty and on_null are about the values of read, which query %q has not.", q.Name)
		return ""
	}
	if word := w.choice(e, "policy", "continue", "rollback", "error"); word != "continue" {
		return word
	}
	return ""
}

// expect reads what the author says of the answer.
func (w *work) expect(e *spec.Expect) plan.Expect {
	if e == nil {
		return plan.Expect{Rows: -1, Affected: -1, Error: -1}
	}
	out := plan.Expect{
		Rows:     w.whole(e.Rows, "rows", 0, math.MaxInt64, -1),
		Affected: w.whole(e.Affected, "affected rows", 0, math.MaxInt64, -1),
		Error:    int(w.whole(e.Error, "error codes", 1, math.MaxInt32, -1)),
	}
	if out.Error >= 0 && (out.Rows >= 0 || out.Affected >= 0) {
		w.wrong(e.DeclRange, "Contradiction", "A statement that must fail has no rows. Expect either an error or rows and affected.")
	}
	return out
}
