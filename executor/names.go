package executor

import (
	"fmt"
	"math"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// Labels of statements that no query has written. A query of the spec may have
// the same one; the archive then counts both under it, as a reader would.
const (
	labelBegin    = "begin"
	labelCommit   = "commit"
	labelRollback = "rollback"
	labelConnect  = "connect"
	labelInsert   = "insert"
	labelBulk     = "bulk"
	labelLedger   = "ledger"
	labelIndex    = "index"
)

// loadingName is the name under which chunks of loading are archived, beside the
// names of the loads.
const loadingName = ""

// dictionary gives each name of one kind its code, in order of appearance.
type dictionary struct {
	codes map[string]uint16
	names []string
}

// code is the number of a name, a new one if it has none. It does not look at
// the end of the numbers: newCodebook does, once for all.
func (d *dictionary) code(name string) uint16 {
	if c, known := d.codes[name]; known {
		return c
	}
	if d.codes == nil {
		d.codes = make(map[string]uint16)
	}
	c := uint16(len(d.names))
	d.codes[name] = c
	d.names = append(d.names, name)
	return c
}

// codebook is the dictionaries of one cell while they are made. All names are
// known before the first event, since readers want them in the file's head.
type codebook struct {
	loads, stages, transactions, statements, hosts dictionary
}

// newCodebook names all that can happen in a cell: its loads and, if it has
// tables, their loading.
func newCodebook(p *plan.Plan, cell *plan.Cell) (*codebook, error) {
	c := new(codebook)
	c.stages.code("") // no stage
	for _, l := range cell.Loads {
		load := &p.Loads[l]
		c.loads.code(load.Name)
		for i := range load.Stages {
			c.stages.code(load.Stages[i].Name)
		}
		for _, name := range p.Operations(load) {
			c.transactions.code(name)
		}
		if load.Mix < 0 {
			continue
		}
		for _, label := range p.Mixes[load.Mix].Queries {
			c.statements.code(label)
		}
	}
	for _, label := range []string{labelBegin, labelCommit, labelRollback, labelConnect} {
		c.statements.code(label)
	}
	if cell.Schema >= 0 {
		c.tables(&p.Schemas[cell.Schema])
	}
	if n := max(len(c.transactions.names), len(c.statements.names)); n > math.MaxUint16 {
		return nil, fmt.Errorf("cell %d has %d names of transactions, tables or statements; the archive counts to %d", cell.Number, n, math.MaxUint16)
	}
	return c, nil
}

// tables names what loading does.
func (c *codebook) tables(schema *plan.Schema) {
	c.loads.code(loadingName)
	c.statements.code(labelInsert)
	c.statements.code(labelBulk)
	c.statements.code(labelLedger)
	c.statements.code(labelIndex)
	for i := range schema.Tables {
		t := &schema.Tables[i]
		for copy := range t.Count() {
			if c.transactions.code(t.CopyName(copy)) == math.MaxUint16 {
				return // newCodebook refuses the cell
			}
		}
	}
}

// names are the finished dictionaries.
func (c *codebook) names() *event.Names {
	return &event.Names{
		Loads:        c.loads.names,
		Phases:       event.Phases,
		Stages:       c.stages.names,
		Transactions: c.transactions.names,
		Statements:   c.statements.names,
		Hosts:        c.hosts.names,
	}
}
