package planner

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// compiledSchema is a schema, and its place in the plan, or -1 if it has
// mistakes: whoever refers to its tables can still be checked.
type compiledSchema struct {
	schema *plan.Schema
	index  int
}

// schema compiles a schema for the dialect of its scope. It is nil if there
// is no such schema. Tables are compiled in written order, which is the order in
// which they are made.
func (c *compiler) schema(cell *cell, d declared) (*plan.Schema, int) {
	block, diags := d.schema()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return nil, -1
	}
	made := recall(c.memos.schemas.of(blockKey{block, d.in.at, d.in.dialect.Name}), cell, func() compiledSchema {
		made := &plan.Schema{Name: block.Name}
		whole := true
		for _, t := range block.Tables {
			w := &tableWriter{reading: reading{s: d.in}, t: t, seed: c.plan.Seed}
			w.add(made)
			c.reportIn(cell, w.diags)
			whole = whole && !w.failed()
		}
		if diags := collisions(block, made); diags.HasErrors() {
			c.reportIn(cell, diags)
			whole = false
		}
		if !whole {
			return compiledSchema{made, -1}
		}
		c.noteSchema(block)
		return compiledSchema{made, store(c, "schema", &c.plan.Schemas, *made)}
	})
	return made.schema, made.index
}

// collisions finds tables of one schema whose names, with the numbers of
// copies, are the same: copy 11 of "t" is copy 1 of "t1".
func collisions(block *spec.Schema, s *plan.Schema) (diags hcl.Diagnostics) {
	at := map[string]hcl.Range{}
	for _, t := range block.Tables {
		at[t.Name] = t.NameRange
	}
	for i := range s.Tables {
		for j := range s.Tables {
			family, other := &s.Tables[i], &s.Tables[j]
			number, isPrefix := strings.CutPrefix(other.Name, family.Name)
			if i == j || !isPrefix || family.Copies == 0 {
				continue
			}
			if other.Copies > 0 {
				number += "1" // its first copy has the smallest number
			}
			n, err := strconv.ParseInt(number, 10, 64)
			if err == nil && n > 0 && n <= family.Copies && strconv.FormatInt(n, 10) == number {
				diags = append(diags, errorAt(at[other.Name], "Two tables of one name",
					"Table %q is also copy %d of table %q. Rename one of them.", family.Name+number, n, family.Name)...)
			}
		}
	}
	return diags
}
