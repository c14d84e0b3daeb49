package executor

import (
	"errors"
	"fmt"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// table is one table of a cell: a copy of a declaration, and how far it is.
type table struct {
	plan   *plan.Table
	schema *plan.Schema
	copy   int64
	name   string
	code   uint16 // in the archive's dictionary
	entry  entry  // as the ledger has it, or is to have it
	todo   action
	chunk  int64 // rows of a chunk
	way    *way  // how its rows get there; nil until loading begins

	mu   sync.Mutex // held from the mark of a chunk to its commit
	done chunkSet
}

// action is what has to be done about a table before it can be used.
type action uint8

const (
	keep   action = iota // it fits
	resume               // it fits, but not all of its chunks are in
	create               // there is none
	remake               // there is one of ours that does not fit
)

// tables lists all tables of a schema as they should be. Each copy is a table by
// itself in the ledger: a family may grow without loading the first ones again.
func tables(schema *plan.Schema, seed uint64, code func(string) uint16) []*table {
	var list []*table
	for i := range schema.Tables {
		declared := &schema.Tables[i]
		for copy := range declared.Count() {
			t := &table{plan: declared, schema: schema, copy: copy, name: declared.CopyName(copy)}
			t.code = code(t.name)
			t.chunk = chunkSize(declared)
			t.done = chunkSet{size: t.chunk}
			t.entry = entry{digest: contentDigest(declared, seed), seed: seed, rows: declared.Rows, state: stateLoading, chunks: t.done.String()}
			list = append(list, t)
		}
	}
	return list
}

// render writes out one of the table's statements for this copy. Its holes
// depend on the copy's number alone.
func (t *table) render(template *plan.Template) (string, error) {
	f := family{template: template, tables: t.schema.Tables}
	sql, err := f.append(nil, &expr.Env{Copy: t.copy})
	if err != nil {
		return "", fmt.Errorf("write out a statement of table %s: %w", t.name, err)
	}
	return string(sql), nil
}

// rules are the rules for tables that exist.
type rules struct {
	target   string
	recreate bool                   // ours that differ are made again
	fresh    bool                   // ours are made again in any case
	ours     func(name string) bool // made by this run
}

// examine decides what to do about t, given whether a table of its name exists
// and what the ledger says of it.
func (r *rules) examine(t *table, exists bool, found *entry) error {
	switch {
	case !exists:
		t.todo = create
		return nil
	case found == nil:
		return &ForeignTableError{Target: r.target, Table: t.name}
	case found.digest != t.entry.digest || found.rows != t.entry.rows:
		if !r.recreate && !r.ours(t.name) {
			return &DifferentTableError{Target: r.target, Table: t.name}
		}
		t.todo = remake
	case r.fresh || found.state == stateIndexing || r.recreate && found.state != stateLoaded:
		t.todo = remake
	case found.state == stateLoaded:
		t.todo = keep
	default:
		done, err := parseChunks(found.chunks)
		if err != nil {
			return err
		}
		t.todo, t.done, t.chunk, t.entry.chunks = resume, done, done.size, found.chunks
	}
	return nil
}

// make makes the table itself. The ledger knows of it before it exists, so
// that a table cut short is ours and not somebody's.
func (t *table) make(l *ledger) error {
	if t.todo == remake {
		if err := l.drop(t.name); err != nil {
			return err
		}
	}
	if err := l.write(t.name, &t.entry); err != nil {
		return err
	}
	sql, err := t.render(&t.plan.Create)
	if err != nil {
		return err
	}
	err = l.do("create table "+t.name, sql)
	if refused(err) {
		// What stands under that name now is somebody else's, made since it
		// was looked for.
		return firstOf(err, l.forget(t.name))
	}
	return err
}

// refused tells whether a database said no, and so did nothing; a statement
// whose connection was lost may have been executed.
func refused(err error) bool {
	var e *driver.Error
	return errors.As(err, &e) && e.Class == driver.Failed
}

// analyze refreshes the statistics, if the dialect has such.
func (t *table) analyze(c *admin) error {
	if t.plan.Analyze.Empty() {
		return nil
	}
	sql, err := t.render(&t.plan.Analyze)
	if err != nil {
		return err
	}
	return c.do("analyze table "+t.name, sql)
}
