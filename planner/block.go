package planner

import (
	"github.com/assay-bench/assay/spec"
)

// mix compiles a mix with its schema and gives its place in the plan, or -1.
// If the schema has mistakes, the mix is still compiled against what is known
// of its tables, so that the author sees the mistakes of both at once.
func (c *compiler) mix(cell *cell, d declared) int {
	m, diags := d.mix()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return -1
	}
	return recall(c.block(blockKey{m, d.in.at, d.in.dialect.Name}), cell, func() int {
		s, schema, whole := d.in, -1, true
		if m.Schema != nil {
			of, diags := s.declaration(m.Schema, "schema")
			c.reportIn(cell, diags)
			if diags.HasErrors() {
				return -1
			}
			copied := *s
			if copied.schema, schema = c.schema(cell, of); copied.schema == nil {
				return -1
			}
			s, whole = &copied, schema >= 0
		}
		made, diags := s.mix(m)
		c.reportIn(cell, diags)
		if !whole || diags.HasErrors() {
			return -1
		}
		made.Schema = schema
		c.noteMix(m)
		return store(c, "mix", &c.plan.Mixes, made)
	})
}

// memos are what cells share. Each remembers by the factors that were read, so
// a mix that does not look at the number of threads is compiled once for all.
type memos struct {
	where  memo[bool]
	home   memo[home]
	loads  map[*spec.Load]*memo[loaded]
	blocks map[blockKey]*memo[int] // places in the plan of mixes and targets; -1 if they failed

	schemas map[blockKey]*memo[compiledSchema]
}

// blockKey is a block as seen from an instance of its spec, planned for a
// dialect: two modules of one source, or two targets, make it different work.
type blockKey struct {
	block   any    // *spec.Schema, *spec.Mix, *spec.Target or *spec.Server
	at      string // of the scope
	dialect string
}

// block gives the memo of a block.
func (c *compiler) block(key blockKey) *memo[int] {
	if c.memos.blocks == nil {
		c.memos.blocks = map[blockKey]*memo[int]{}
	}
	if c.memos.blocks[key] == nil {
		c.memos.blocks[key] = &memo[int]{}
	}
	return c.memos.blocks[key]
}
