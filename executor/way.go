package executor

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// way is how rows get into the copies of a declared table: as a stream where
// the database takes one, else by INSERTs. All loaders share it.
//
// A stream stores what the INSERTs would, or fails. Whatever it fails for, but
// for conflicts and lost connections, has the chunk taken back and the rest of
// the table loaded by INSERTs: they judge it, so no setting, engine or proxy
// that knows no streams keeps anybody from loading.
type way struct {
	stream driver.Stream          // nil: there is none
	why    string                 // there is none; empty if the driver knows no other way
	gaveUp atomic.Pointer[string] // why it is used no more
}

// open gives the stream while it is used.
func (w *way) open() driver.Stream {
	if w == nil || w.gaveUp.Load() != nil {
		return nil
	}
	return w.stream
}

// String is the way in words.
func (w *way) String() string {
	switch why := w.gaveUp.Load(); {
	case w.stream == nil && w.why == "":
		return "INSERT"
	case w.stream == nil:
		return "INSERT, since " + w.why
	case why != nil:
		return "INSERT, since " + w.stream.Name() + " failed: " + *why
	}
	return w.stream.Name()
}

// ways finds out how the rows of tables get there, by asking the database once
// for each declaration, and notes it.
func (l *loading) ways(ctx context.Context, tables []*table) error {
	return attend(ctx, l.connector.session(), func(c *admin) error {
		ways := map[*plan.Table]*way{}
		for _, t := range tables {
			if ways[t.plan] == nil {
				w, err := newWay(c.session.conn, t)
				if err != nil {
					return err
				}
				ways[t.plan] = w
				l.note(before, "loading."+t.plan.Name, w.String())
			}
			t.way = ways[t.plan]
		}
		return nil
	})
}

// newWay asks a connection.
func newWay(conn driver.Conn, t *table) (*way, error) {
	bulk, can := conn.(driver.Bulk)
	if !can {
		return &way{}, nil
	}
	columns := make([]driver.Column, len(t.plan.Columns))
	for i, c := range t.plan.Columns {
		columns[i] = driver.Column{Name: c.Name, Kind: c.Value.Kind}
	}
	stream, why, err := bulk.Stream(t.name, columns)
	return &way{stream: stream, why: why}, err
}

// outcome notes of which tables the way has changed since.
func (l *loading) outcome(tables []*table) {
	told := map[*way]bool{}
	for _, t := range tables {
		if t.way != nil && t.way.gaveUp.Load() != nil && !told[t.way] {
			told[t.way] = true
			l.note(after, "loading."+t.plan.Name, t.way.String())
		}
	}
}

// words is the ways of tables for the progress, each once.
func words(tables []*table) string {
	var all []string
	for _, t := range tables {
		if w := t.way.String(); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return strings.Join(all, ", and by ")
}
