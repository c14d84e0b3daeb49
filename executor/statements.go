package executor

import (
	"errors"
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// largestFamily is how many texts of one query are made in advance. Every
// session keeps a slot for each statement, so a thousand workers over 250
// tables and ten queries need 20 MB of slots; a query over pairs of 250 tables
// is beyond it, and its texts are written when they are needed and sent
// without being prepared, since none comes back often.
const largestFamily = 4096

// errCopy is a table reference whose drawn index is outside of the copies.
var errCopy = errors.New("table index outside of the copies")

// register gives out the dense numbers of statements: a session finds what it
// has prepared by an index, without hashing its text.
type register struct{ next int }

// statement makes one statement with a number.
func (r *register) statement(sql string, prepare bool, reads []expr.Kind) driver.Statement {
	r.next++
	return driver.Statement{ID: r.next - 1, SQL: sql, Prepare: prepare, Reads: reads}
}

// family is every text of one query: one for each combination of the copies
// that its table references can mean. All workers share it and only read it.
type family struct {
	template *plan.Template
	tables   []plan.Table       // of the schema; holes refer to them
	members  []driver.Statement // empty if the texts are not made in advance
	rows     []rowText          // of a batched query: the cut text of each member
	reads    []expr.Kind
}

// family makes the statements of q over the tables of its schema.
func (r *register) family(q *plan.Query, tables []plan.Table) (family, error) {
	f := family{template: &q.SQL, tables: tables}
	for _, read := range q.Read {
		f.reads = append(f.reads, read.Kind)
	}
	size := f.size()
	if size == 0 {
		if q.Batch > 0 {
			return f, fmt.Errorf("query %q: a query with batch may refer to %d tables at most and has no other holes", q.Name, largestFamily)
		}
		return f, nil
	}
	if q.Batch > 0 {
		f.rows = make([]rowText, size)
		for i := range f.rows {
			if err := f.rows[i].cut(f.text(int64(i))); err != nil {
				return f, fmt.Errorf("query %q: %w", q.Name, err)
			}
		}
		return f, nil
	}
	f.members = make([]driver.Statement, size)
	for i := range f.members {
		f.members[i] = r.statement(f.text(int64(i)), q.Prepare, f.reads)
	}
	return f, nil
}

// size is the number of members; 0 if they are not made in advance.
func (f *family) size() int64 {
	size := int64(1)
	for i := range f.template.Holes {
		table := f.template.Holes[i].Table
		if table < 0 {
			return 0
		}
		if size *= f.tables[table].Count(); size > largestFamily {
			return 0
		}
	}
	return size
}

// text is the SQL of member i; the last hole's copy varies fastest.
func (f *family) text(i int64) string {
	holes := f.template.Holes
	copies := make([]int64, len(holes))
	for h := len(holes) - 1; h >= 0; h-- {
		n := f.tables[holes[h].Table].Count()
		copies[h], i = i%n, i/n
	}
	sql := []byte(f.template.Parts[0])
	for h := range holes {
		sql = f.tables[holes[h].Table].AppendName(sql, copies[h])
		sql = append(sql, f.template.Parts[h+1]...)
	}
	return string(sql)
}

// member is the number of the text whose table references mean what env says.
func (f *family) member(env *expr.Env) (int64, error) {
	var member int64
	for i := range f.template.Holes {
		copy, n, err := f.copy(&f.template.Holes[i], env)
		if err != nil {
			return 0, err
		}
		member = member*n + copy
	}
	return member, nil
}

// copy evaluates a table reference, of n copies.
func (f *family) copy(h *plan.Hole, env *expr.Env) (copy, n int64, err error) {
	v, err := h.Value.Eval(env)
	if err != nil {
		return 0, 0, err
	}
	n = f.tables[h.Table].Count()
	if v.Kind != expr.Int || v.Int < 0 || v.Int >= n {
		return 0, 0, errCopy
	}
	return v.Int, n, nil
}

// append writes the text that env asks for to dst. It is for texts that are not
// made in advance: DDL, and queries with values or too many tables in them.
func (f *family) append(dst []byte, env *expr.Env) ([]byte, error) {
	dst = append(dst, f.template.Parts[0]...)
	for i := range f.template.Holes {
		hole := &f.template.Holes[i]
		if hole.Table < 0 {
			v, err := hole.Value.Eval(env)
			if err != nil {
				return dst, err
			}
			dst = v.Append(dst)
		} else {
			copy, _, err := f.copy(hole, env)
			if err != nil {
				return dst, err
			}
			dst = f.tables[hole.Table].AppendName(dst, copy)
		}
		dst = append(dst, f.template.Parts[i+1]...)
	}
	return dst, nil
}
