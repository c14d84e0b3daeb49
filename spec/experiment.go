package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Experiment is what runs: loads, over the cells of a matrix.
type Experiment struct {
	Named
	Description hcl.Expression
	Labels      hcl.Expression // object of strings
	Target      hcl.Expression // target.NAME; absent: the embedded database
	Seed        hcl.Expression // whole number, default 1
	Repeat      hcl.Expression // runs of each cell, default 1
	Order       hcl.Expression // "grouped", "interleaved", "shuffled"
	Data        hcl.Expression // "reuse", "fresh"
	OnFailure   hcl.Expression // "continue", "stop"
	Where       hcl.Expression // over factors; false leaves a cell out
	Factors     []*Attribute   // of matrix, in written order
	MatrixRange hcl.Range      // of the word matrix; zero without one
	Loads       []*Load
	Asserts     []*Assert
	Archive     *Archive // nil: all levels
}

// experiment claims the names of loads and assertions apart: reports show them
// in different places.
func (d *decoder) experiment(b *hclsyntax.Block) *Experiment {
	c := d.block(b, &experimentKind)
	e := &Experiment{
		Named:       c.Named,
		Description: c.expr("description"),
		Labels:      c.expr("labels"),
		Target:      c.expr("target"),
		Seed:        c.expr("seed"),
		Repeat:      c.expr("repeat"),
		Order:       c.expr("order"),
		Data:        c.expr("data"),
		OnFailure:   c.expr("on_failure"),
		Where:       c.expr("where"),
	}
	names := scope{}
	for _, b := range c.blocks {
		d.experimentBlock(e, b, names)
	}
	return e
}

// experimentBlock decodes one block of an experiment into e.
func (d *decoder) experimentBlock(e *Experiment, b *hclsyntax.Block, names scope) {
	switch b.Type {
	case "matrix":
		c := d.block(b, &matrixKind)
		e.Factors, e.MatrixRange = c.rest, c.DeclRange
	case "load":
		l := d.load(b)
		d.claim(names, "load", l.Name, l.NameRange)
		e.Loads = append(e.Loads, l)
	case "assert":
		a := d.assert(b)
		d.claim(names, "assert", a.Name, a.NameRange)
		e.Asserts = append(e.Asserts, a)
	case "archive":
		e.Archive = d.archive(b)
	}
}

var experimentKind = kind{
	name:  "experiment",
	label: "its name on the command line, in run directories and reports",
	about: "What runs: its loads, side by side, in each cell of the matrix, as often as `repeat` says. Without a matrix there is one cell.",
	attrs: []attr{
		{name: "description", words: "text", about: "What is asked, for plans and reports"},
		{name: "labels", words: "object of texts", def: "`{}`", about: "Kept with the results, such as `{ machine = \"lab-3\" }`; no part of the digest"},
		{name: "target", words: "reference", def: "the embedded SQLite", about: "`target.NAME`, for all loads that name none"},
		{name: "seed", words: "number", def: "1", about: "Where all randomness begins: the same seed draws the same values"},
		{name: "repeat", words: "number", def: "1", about: "How often each cell is run"},
		{name: "order", words: "text", def: "`\"grouped\"`",
			about: "`\"grouped\"` runs cells together that share their data, `\"interleaved\"` every cell once and then again, `\"shuffled\"` any order the seed gives"},
		{name: "data", words: "text", def: "`\"reuse\"`", about: "`\"reuse\"` loads again only when schema or rows differ, so that a cell finds what the ones before it wrote; `\"fresh\"` before each cell and repeat"},
		{name: "on_failure", words: "text", def: "`\"continue\"`", about: "`\"continue\"` with the next cell or `\"stop\"` when a cell fails"},
		{name: "where", words: "bool", def: "true", about: "Over the factors; a cell for which it is false is left out, and the others keep their numbers"},
	},
	blocks: []nested{one("matrix"), some("load"), many("assert"), one("archive")},
	example: `experiment "engines" {
  description = "InnoDB against RocksDB at rising concurrency."
  target      = target.mariadb
  repeat      = 3
  order       = "interleaved"
  where       = var.engine == "InnoDB" || var.threads <= 16

  matrix {
    engine  = ["InnoDB", "RocksDB"]
    threads = [1, 4, 16, 64]
  }
  load "oltp" {
    mix      = mix.read_write
    threads  = var.threads
    warmup   = "10s"
    duration = "60s"
  }
}
`,
}

var matrixKind = kind{
	name: "matrix",
	about: "The factors of an experiment. Each names a declared variable and lists its values; the cells are all combinations, " +
		"in written order with the last factor fastest, numbered from 0 before `where` leaves any out.",
	open: "The list of values that the variable of this name takes",
	example: `experiment "sizes" {
  matrix {
    table_size = [10000, 1000000]
    threads    = [1, 8]
  }
  load "oltp" {
    mix     = mix.read_write
    threads = var.threads
  }
}
`,
}
