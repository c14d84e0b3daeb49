package planner

import (
	"cmp"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// Positions lead from a name in a plan or a result back to the line that
// declared it. Names are those of the plan: if two modules declare a mix of
// one name, the first that was used has the line.

// noteSchema remembers where a schema and its tables stand.
func (c *compiler) noteSchema(s *spec.Schema) {
	c.note("schema."+s.Name, s.NameRange)
	for _, t := range s.Tables {
		c.note("schema."+s.Name+".table."+t.Name, t.NameRange)
	}
}

// noteMix remembers where a mix and all its statements stand.
func (c *compiler) noteMix(m *spec.Mix) {
	c.note("mix."+m.Name, m.NameRange)
	for _, t := range m.Transactions {
		at := "mix." + m.Name + ".transaction." + t.Name
		c.note(at, t.NameRange)
		c.noteSteps(at, t.Steps)
	}
}

// noteSteps leaves groups out of the names: a query's label is unique in its
// transaction, whatever groups it stands in.
func (c *compiler) noteSteps(at string, steps []*spec.Step) {
	for _, step := range steps {
		switch {
		case step.Query != nil:
			c.note(at+".query."+step.Query.Name, step.Query.NameRange)
		case step.Group != nil:
			c.noteSteps(at, step.Group.Steps)
		}
	}
}

// note remembers where an object of the plan is declared. Slashes separate
// directories on every system, or plans would differ.
func (c *compiler) note(object string, r hcl.Range) {
	if key := "note " + object; !c.seen[key] {
		c.seen[key] = true
		c.plan.Notes.Positions = append(c.plan.Notes.Positions,
			plan.Position{Object: object, File: filepath.ToSlash(r.Filename), Line: cmp.Or(r.Start.Line, 1)})
	}
}
