package executor

import (
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// program is a mix made ready to run: its texts are written out and its names
// have codes. All workers of a load share it and only read it.
type program struct {
	transactions []transaction
	queries      []query // by plan.Query.Index
	weights      []float64
	frame        int // slots of the largest transaction
	args         int // of the query with the most
	sites        int
}

// transaction is one kind of event.
type transaction struct {
	plan             *plan.Transaction
	code             uint16
	begin            []driver.Statement
	commit, rollback *driver.Statement // nil with autocommit
	codes            struct{ begin, commit, rollback uint16 }
}

// query is one statement of a transaction.
type query struct {
	label  string
	code   uint16
	family family
}

// compile makes the program of a mix. The blocks themselves are run as the plan
// has them; only what would cost time for each event is worked out here.
func (r *register) compile(p *plan.Plan, mix *plan.Mix, c *codebook) (*program, error) {
	var tables []plan.Table
	if mix.Schema >= 0 {
		tables = p.Schemas[mix.Schema].Tables
	}
	prog := &program{queries: make([]query, len(mix.Queries)), sites: mix.Sites}
	for i := range mix.Transactions {
		t := &mix.Transactions[i]
		prog.transactions = append(prog.transactions, r.transaction(t, c))
		prog.weights = append(prog.weights, t.Weight)
		prog.frame = max(prog.frame, t.Frame)
		if err := r.queries(prog, &t.Body, tables, c); err != nil {
			return nil, fmt.Errorf("mix %q, transaction %q: %w", mix.Name, t.Name, err)
		}
	}
	return prog, nil
}

// transaction compiles what stands around the blocks of t. Its statements are
// sent as text: preparing BEGIN saves the server nothing, and some cannot.
func (r *register) transaction(t *plan.Transaction, c *codebook) transaction {
	out := transaction{plan: t, code: c.transactions.code(t.Name)}
	out.codes.begin = c.statements.code(labelBegin)
	out.codes.commit = c.statements.code(labelCommit)
	out.codes.rollback = c.statements.code(labelRollback)
	for _, sql := range t.Begin {
		out.begin = append(out.begin, r.statement(sql, false, nil))
	}
	out.commit = r.control(t.Commit)
	out.rollback = r.control(t.Rollback)
	return out
}

// control is a statement of transaction control; nil without text.
func (r *register) control(sql string) *driver.Statement {
	if sql == "" {
		return nil
	}
	st := r.statement(sql, false, nil)
	return &st
}

// queries compiles the queries of a block and of the groups inside it.
func (r *register) queries(prog *program, b *plan.Block, tables []plan.Table, c *codebook) error {
	for i := range b.Steps {
		step := &b.Steps[i]
		switch {
		case step.Group != nil:
			if err := r.queries(prog, &step.Group.Body, tables, c); err != nil {
				return err
			}
		case step.Query != nil:
			q := step.Query
			f, err := r.family(q, tables)
			if err != nil {
				return err
			}
			prog.queries[q.Index] = query{label: q.Name, code: c.statements.code(q.Name), family: f}
			prog.args = max(prog.args, len(q.Args))
		}
	}
	return nil
}
