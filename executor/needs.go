package executor

import (
	"strings"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

// needs sums up what one cell asks of its targets, by their index. The number
// of a load's workers comes from threads, as it may depend on facts; without
// it, as when tables are only prepared, there are none.
func (r *runner) needs(cell *plan.Cell, threads func(*plan.Load) (int, error)) (map[int]driver.Needs, error) {
	all := map[int]driver.Needs{}
	if cell.Schema >= 0 {
		target := &r.plan.Targets[cell.Target]
		all[cell.Target] = schemaNeeds(&r.plan.Schemas[cell.Schema], r.loaders(target))
	}
	if threads == nil {
		return all, nil
	}
	for _, i := range cell.Loads {
		l := &r.plan.Loads[i]
		workers, err := threads(l)
		if err != nil {
			return nil, err
		}
		n := all[l.Target]
		n.Workers += workers
		n.Sessions += workers
		if l.Mix >= 0 {
			r.mixNeeds(&n, &r.plan.Mixes[l.Mix], int64(workers))
		}
		all[l.Target] = n
	}
	return all, nil
}

// schemaNeeds is what it takes to make and fill tables. One session more holds
// the database meanwhile.
func schemaNeeds(s *plan.Schema, loaders int) driver.Needs {
	n := driver.Needs{Sessions: loaders + 1}
	for i := range s.Tables {
		t := &s.Tables[i]
		n.Tables += t.Count()
		if t.Rows > 0 {
			n.Packet = max(n.Packet, insertBytes+t.RowSize)
		}
	}
	_, n.Bytes = s.Size()
	return n
}

// mixNeeds adds what the statements of a mix need, sent by so many workers.
func (r *runner) mixNeeds(n *driver.Needs, mix *plan.Mix, workers int64) {
	var tables []plan.Table
	if mix.Schema >= 0 {
		tables = r.plan.Schemas[mix.Schema].Tables
	}
	for i := range mix.Transactions {
		eachQuery(&mix.Transactions[i].Body, func(q *plan.Query) {
			f := family{template: &q.SQL, tables: tables}
			if q.Batch > 0 {
				n.Packet = max(n.Packet, q.Batch)
			} else if q.Prepare {
				n.Statements += f.size() * workers
			}
			// Holes come after the verb, so the first part tells it.
			switch driver.Verb(q.SQL.Parts[0]) {
			case "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP", "TRUNCATE":
				n.Writes = true
			case "LOAD":
				n.Writes = true
				n.LocalFiles = n.LocalFiles || strings.Contains(strings.ToUpper(q.SQL.Parts[0]), " LOCAL ")
			}
		})
	}
}

// eachQuery visits the queries of a block and of the groups inside it.
func eachQuery(b *plan.Block, visit func(*plan.Query)) {
	for i := range b.Steps {
		switch step := &b.Steps[i]; {
		case step.Group != nil:
			eachQuery(&step.Group.Body, visit)
		case step.Query != nil:
			visit(step.Query)
		}
	}
}
