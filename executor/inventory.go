package executor

import (
	"context"
	"strconv"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
)

// mostTables is how many tables of a schema are told of one by one, since a
// thousand of one shape would fill the archive with facts that are alike.
const mostTables = 64

// inventory notes how the cell's tables are stored: when they stand ready, and
// again after the loads. A server that cannot tell, or is gone, says nothing:
// this is no reason for a repeat to fail.
func (r *runner) inventory(ctx context.Context, s *trial, when string) {
	if s.cell.Schema < 0 {
		return
	}
	at := s.connectors[s.cell.Target]
	told, ok := at.driver.(driver.Tables)
	if !ok {
		return
	}
	names, left := r.tableNames(s.cell.Schema)
	facts, err := told.TableFacts(ctx, names)
	if err != nil {
		return
	}
	for _, f := range facts {
		r.notes = append(r.notes, event.Fact{
			Cell: s.cell.Number, Repeat: s.repeat, When: when, Host: at.host(f.Host), Source: "server", Name: f.Name, Value: f.Value,
		})
	}
	if left > 0 {
		r.note(s, when, "tables.untold", strconv.FormatInt(left, 10))
	}
}

// tableNames are the first tables of a schema, and how many more there are.
func (r *runner) tableNames(schema int) (names []string, left int64) {
	for i := range r.plan.Schemas[schema].Tables {
		t := &r.plan.Schemas[schema].Tables[i]
		for copy := range t.Count() {
			if len(names) == mostTables {
				left += t.Count() - copy
				break
			}
			names = append(names, t.CopyName(copy))
		}
	}
	return names, left
}
