package gen

import (
	"fmt"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Rows makes the rows of one table. Any two Rows of one table, seed and copy
// give the same row for the same number, in whatever order they are asked. It
// is not safe for concurrent use: each loader has its own.
type Rows struct {
	table   *plan.Table
	env     expr.Env
	columns []column
	values  []expr.Value // the row at hand
	seed    uint64
	copy    int64
}

// column is one column's generator.
type column struct {
	value  *expr.Expr
	key    Key
	source *Source // nil for a column that draws nothing
}

// NewRows makes the rows of table t under a plan's seed. Facts are what host.*
// and server.* stand for; nil if no column asks for them.
func NewRows(seed uint64, t *plan.Table, facts map[string]expr.Value) *Rows {
	r := &Rows{table: t, seed: seed, columns: make([]column, len(t.Columns)), values: make([]expr.Value, len(t.Columns))}
	for i := range t.Columns {
		r.columns[i].value = &t.Columns[i].Value
	}
	r.env.Facts = facts
	r.use(0)
	return r
}

// use turns to copy c of the table.
func (r *Rows) use(c int64) {
	r.copy, r.env.Copy = c, c
	for i := range r.columns {
		col := &r.columns[i]
		if col.value.Uses(expr.OpDraw) {
			col.key = columnKey(r.seed, r.table.Name, c, r.table.Columns[i].Name)
			col.source = newRowSource(r.seed, col.key)
		}
	}
}

// Row is the values of row n, from 1, of copy c, from 0, one for each of
// plan.Table.Columns. They are valid until the next call. An error names the
// column and wraps what the evaluation returned.
func (r *Rows) Row(c, n int64) ([]expr.Value, error) {
	if c != r.copy {
		r.use(c)
	}
	r.env.Reset()
	r.env.Row = n
	for i := range r.columns {
		col := &r.columns[i]
		if col.source != nil {
			col.source.Seed(col.key.With(uint64(n)))
			r.env.Drawer = col.source
		}
		if err := col.value.EvalTo(&r.values[i], &r.env); err != nil {
			return nil, r.fail(i, err)
		}
	}
	return r.values, nil
}

func (r *Rows) fail(i int, err error) error {
	return fmt.Errorf("generate row %d of table %s, column %s: %w",
		r.env.Row, r.table.CopyName(r.copy), r.table.Columns[i].Name, err)
}

// AppendValues appends rows lo, lo+1, … below hi of copy c to dst as the
// VALUES of an INSERT, "(…),(…)", and returns the number of the first row that
// it left out. literal appends a value as the session's SQL text.
//
// It stops before dst would grow beyond limit bytes, but appends at least one
// row. So how [lo, hi) falls into statements depends on the rows alone, and
// their content not even on that.
func (r *Rows) AppendValues(dst []byte, c, lo, hi int64, limit int, literal func([]byte, expr.Value) []byte) ([]byte, int64, error) {
	for n := lo; n < hi; n++ {
		values, err := r.Row(c, n)
		if err != nil {
			return dst, n, err
		}
		end := len(dst)
		if n > lo {
			dst = append(dst, ',')
		}
		dst = append(dst, '(')
		for i, v := range values {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = literal(dst, v)
		}
		dst = append(dst, ')')
		if n > lo && len(dst) > limit {
			return dst[:end], n, nil
		}
	}
	return dst, hi, nil
}
