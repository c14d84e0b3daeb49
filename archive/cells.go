package archive

import "github.com/assay-bench/assay/archive/event"

// factorPrefix stands before the name of a factor's column, always, so that
// no factor can be taken for a column of the format.
const factorPrefix = "factor_"

// cellTable is the table of cells with one typed column for each factor.
// A factor whose values are of several kinds is stored as text.
func cellTable(factors []field) table[event.Cell] {
	t := table[event.Cell]{
		name:    "cells",
		doc:     "One row for each repeat of each cell, in the order of execution.",
		columns: cellHead(),
	}
	for i := range factors {
		t.columns = append(t.columns, factorColumn(i, factors[i]))
	}
	t.columns = append(t.columns, cellTail()...)
	for phase, name := range event.Phases {
		t.columns = append(t.columns, spanColumns(uint8(phase), name)...)
	}
	return t
}

// cellHead is which repeat a row is of.
func cellHead() []column[event.Cell] {
	return []column[event.Cell]{
		integer("cell", "The cell's number in the plan.", func(c *event.Cell) *int { return &c.Cell }),
		integer("repeat", "The repeat, from 0.", func(c *event.Cell) *int { return &c.Repeat }),
		integer("sequence", "Its position in the order of execution, from 0.", func(c *event.Cell) *int { return &c.Sequence }),
	}
}

// cellTail is what became of it, behind the factors.
func cellTail() []column[event.Cell] {
	return []column[event.Cell]{
		text("status", "complete, interrupted or failed; recovered if its process died while it ran.", func(c *event.Cell) *string { return &c.Status }),
		optional(text("reason", "Why it is not complete; null if it is.", func(c *event.Cell) *string { return &c.Reason })),
		integer("seed", "The seed of its random numbers.", func(c *event.Cell) *uint64 { return &c.Seed }),
		computed("start", instants, "When it began, by the wall clock.",
			func(c *event.Cell) int64 { return c.Start / 1000 },
			func(c *event.Cell, micros int64) { c.Start = micros * 1000 }),
		text("data", "Whether its tables were fresh or reused, or there were none.", func(c *event.Cell) *string { return &c.Data }),
		integer("events", "Rows in `events`.", func(c *event.Cell) *int64 { return &c.Events }),
		integer("statements", "Rows in `statements`, connects too.", func(c *event.Cell) *int64 { return &c.Statements }),
		integer("waits", "How often a worker waited for the archive.", func(c *event.Cell) *int64 { return &c.Waits }),
		integer("wait_time_ns", "For how long, summed over the workers.", func(c *event.Cell) *int64 { return &c.WaitTime }),
	}
}

// spanColumns are the two ends of a phase.
func spanColumns(phase uint8, name string) []column[event.Cell] {
	end := func(last bool) func(*event.Cell) int64 {
		return func(c *event.Cell) int64 {
			for _, s := range c.Phases {
				if s.Phase == phase && last {
					return s.End
				} else if s.Phase == phase {
					return s.Start
				}
			}
			return event.Unknown
		}
	}
	// The column of the start stands first, so it makes the span and the
	// other completes it.
	begin := func(c *event.Cell, ns int64) {
		if ns != event.Unknown {
			c.Phases = append(c.Phases, event.Span{Phase: phase, Start: ns})
		}
	}
	finish := func(c *event.Cell, ns int64) {
		if ns != event.Unknown {
			c.Phases[len(c.Phases)-1].End = ns
		}
	}
	return []column[event.Cell]{
		optional(computed(name+"_start_ns", int64s, "When its phase "+name+" began; null without one.", end(false), begin)),
		optional(computed(name+"_end_ns", int64s, "When its phase "+name+" ended; null without one.", end(true), finish)),
	}
}

// factorColumn is the column of the i-th factor. Factors are read in order,
// so each one that is read becomes the last of its cell.
func factorColumn(i int, f field) column[event.Cell] {
	add := func(c *event.Cell, value event.Factor) {
		value.Name = f.name
		c.Factors = append(c.Factors, value)
	}
	name := factorPrefix + f.name
	whole := func(c *event.Cell) int64 { return c.Factors[i].Int }
	switch f.kind {
	case int64s:
		return computed(name, int64s, "", whole,
			func(c *event.Cell, v int64) { add(c, event.Factor{Kind: "int", Int: v}) })
	case booleans:
		return computed(name, booleans, "", whole,
			func(c *event.Cell, v int64) { add(c, event.Factor{Kind: "bool", Int: v}) })
	case doubles:
		return number(name, "",
			func(c *event.Cell) float64 { return c.Factors[i].Float },
			func(c *event.Cell, v float64) { add(c, event.Factor{Kind: "float", Float: v}) })
	}
	return written(name, "",
		func(c *event.Cell) string { return c.Factors[i].String() },
		func(c *event.Cell, v string) { add(c, event.Factor{Kind: "string", Text: v}) })
}

// factorFields are the factors of cells as fields without the prefix.
func factorFields(cells []event.Cell) []field {
	if len(cells) == 0 {
		return nil
	}
	fields := make([]field, len(cells[0].Factors))
	for i, f := range cells[0].Factors {
		fields[i] = field{name: f.Name, kind: factorKind(f.Kind)}
		for c := range cells {
			if cells[c].Factors[i].Kind != f.Kind {
				fields[i].kind = texts
			}
		}
	}
	return fields
}

// factorKind is how a kind of values is stored.
func factorKind(kind string) physical {
	switch kind {
	case "int":
		return int64s
	case "float":
		return doubles
	case "bool":
		return booleans
	}
	return texts
}
