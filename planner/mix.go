package planner

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/plan"
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
	return recall(c.memos.blocks.of(blockKey{m, d.in.at, d.in.dialect.Name}), cell, func() int {
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

// mixer compiles one mix. It reads attributes as reading does and gathers all
// mistakes, so that one pass finds them.
type mixer struct {
	*reading
	made      plan.Mix
	sites     map[site]int    // of stateful draws, over all transactions
	temporary map[string]bool // tables that earlier queries make for their session
}

// mix compiles a mix for the scope's dialect and schema. Mix.Schema is left
// to the caller, who knows the place of the schema in the plan.
func (s *scope) mix(m *spec.Mix) (plan.Mix, hcl.Diagnostics) {
	mx := &mixer{
		reading:   &reading{s: s},
		made:      plan.Mix{Name: m.Name, Schema: -1},
		sites:     map[site]int{},
		temporary: map[string]bool{},
	}
	for _, t := range m.Transactions {
		mx.transaction(t)
	}
	if len(mx.made.Transactions) == 0 && !mx.failed() {
		mx.wrong(m.NameRange, "Nothing to run", "Every transaction of mix %q has weight 0, or there is none. Give at least one a weight above 0.", m.Name)
	}
	mx.made.Sites = len(mx.sites)
	return mx.made, firsthand(mx.diags)
}

// follows marks the failure of an expression that uses a let or a value whose
// own failure has been reported: one mistake gives one diagnostic.
const follows = "Follows from another mistake"

// following is the failure of what uses something that failed.
func following(at hcl.Range) hcl.Diagnostics {
	return errorAt(at, follows, "This uses something that is wrong itself.")
}

// firsthand leaves out what follows from other mistakes, and repetitions: a
// local that is inlined twice is wrong once.
func firsthand(diags hcl.Diagnostics) (out hcl.Diagnostics) {
	type key struct {
		summary string
		at      hcl.Range
	}
	seen := map[key]bool{}
	for _, d := range diags {
		k := key{summary: d.Summary}
		if d.Subject != nil {
			k.at = *d.Subject
		}
		if d.Summary != follows && !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	return out
}
