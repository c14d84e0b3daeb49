package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// drivers are the names of drivers with the dialects that they speak, their
// own first.
var drivers = map[string][]string{
	"mysql":  {"mysql", "mariadb"},
	"sqlite": {"sqlite"},
	"null":   {"mysql", "mariadb", "sqlite"},
}

// driverNames lists them in the order in which messages do.
var driverNames = []string{"mysql", "sqlite", "null"}

// builtin gives the targets that need no block. The embedded database writes
// ahead and waits for locks, so that several workers get on with each other.
// Those of servers have no address: whoever runs the plan has it.
func builtin(name string) *plan.Target {
	switch name {
	case "sqlite":
		return &plan.Target{Name: name, Driver: name, Dialect: dialect.Find("sqlite").Plan(), Session: []plan.Setting{
			{Name: "journal_mode", Value: "'wal'"}, {Name: "synchronous", Value: "'normal'"}, {Name: "busy_timeout", Value: "5000"},
		}}
	case "null":
		return &plan.Target{Name: name, Driver: name, Dialect: dialect.Find("mysql").Plan()}
	case "mysql", "mariadb":
		return &plan.Target{Name: name, Driver: "mysql", Dialect: dialect.Find(name).Plan()}
	}
	return nil
}

// builtinNames are those that work without an address.
var builtinNames = []string{"sqlite", "null"}

// home finds the experiment's target: the one of the options, the one that
// it names, or the embedded database.
func (c *compiler) home(x *spec.Experiment, cell *cell) home {
	name, r := c.opts.Target, nowhere
	if name == "" && x.Target != nil {
		return c.targetOf(x.Target, cell)
	}
	if name == "" {
		name, r = "sqlite", x.DeclRange
	}
	declaredHere := false
	for _, t := range c.spec.Targets {
		declaredHere = declaredHere || t.Name == name
	}
	if t := builtin(name); t != nil && !declaredHere {
		c.endpoint(Endpoint{Name: name}, (*spec.Target)(nil), r)
		return home{store(c, "target", &c.plan.Targets, *t), dialect.Find(t.Dialect.Name)}
	}
	if !declaredHere && c.opts.Target != "" {
		c.unknownTarget(name)
		return home{target: -1}
	}
	return c.target(declared{in: cell.root, name: name, at: r}, cell)
}

// unknownTarget says what a target that the options name could be.
func (c *compiler) unknownTarget(name string) {
	names := append(labels(c.spec.Targets, func(t *spec.Target) *spec.Named { return &t.Named }), builtinNames...)
	c.report(errorAt(nowhere, "Unknown target",
		"There is no target %q; by name there are %s. Others have an address: mariadb://USER@HOST:PORT/DATABASE, mysql://…, sqlite:FILE or null:.%s",
		name, listed(names), didYouMean(name, names)))
}

// targetOf finds the target that an expression names. Which one may depend on
// factors: that is how servers are compared.
func (c *compiler) targetOf(e hcl.Expression, cell *cell) home {
	d, diags := cell.root.declaration(e, "target")
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return home{target: -1}
	}
	return c.target(d, cell)
}

// target compiles a target block as far as it is part of the plan, and its
// endpoint, which is not.
func (c *compiler) target(d declared, cell *cell) home {
	t, diags := d.target()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return home{target: -1}
	}
	index := recall(c.memos.blocks.of(blockKey{t, d.in.at, ""}), cell, func() int {
		server, ok := c.serverOf(t, d.in, cell)
		if !ok {
			return -1
		}
		made, diags := d.in.target(t, server)
		c.reportIn(cell, diags)
		failed := diags.HasErrors()
		before := cell.reads
		cell.reads = 0
		at, diags := d.in.endpoint(t, made.Driver)
		c.reportIn(cell, diags)
		if cell.reads != 0 && !diags.HasErrors() {
			c.report(errorAt(t.NameRange, "Address depends on a factor",
				"The address, user and password of a target are the same in all cells. Declare a target for each server."))
		}
		cell.reads |= before
		if failed || diags.HasErrors() {
			return -1
		}
		c.endpoint(at, t, t.NameRange)
		c.note("target."+t.Name, t.NameRange)
		return store(c, "target", &c.plan.Targets, *made)
	})
	if index < 0 {
		return home{target: -1}
	}
	return home{index, dialect.Find(c.plan.Targets[index].Dialect.Name)}
}

// target reads the driver, dialect and session of a target.
func (s *scope) target(t *spec.Target, server started) (*plan.Target, hcl.Diagnostics) {
	r := &reading{s: s}
	made := &plan.Target{Name: t.Name, Server: server.place}
	made.Driver = r.driver(t.Driver)
	dialects := drivers[made.Driver]
	switch {
	case server.place != nil:
		dialects = server.dialects
		if made.Driver != "mysql" {
			r.wrong(t.Driver.Range(), "Wrong driver", "A server that Assay starts is reached by driver \"mysql\"; the line can be left out.")
		}
	case t.Driver == nil:
		r.wrong(t.NameRange, "No driver", "A target needs a driver: %s. One on a server that Assay starts needs `server`.", oneOf(driverNames))
	}
	d := dialect.Find(r.choice(t.Dialect, "dialect of driver "+made.Driver, dialects...))
	made.Dialect = d.Plan()
	for _, p := range r.pairs(t.Session) {
		made.Session = append(made.Session, r.setting(p, d))
	}
	made.Init, _ = r.texts(t.Init)
	r.connections(t, made)
	return made, r.diags
}

// driver is the name of a driver. That of MariaDB is what people try first.
func (r *reading) driver(e hcl.Expression) string {
	if e == nil {
		return driverNames[0]
	}
	if v, diags := r.s.nullable(e, cty.String); !diags.HasErrors() && !v.IsNull() && v.AsString() == "mariadb" {
		r.wrong(e.Range(), "Unknown driver", "MariaDB is reached by driver = \"mysql\" with dialect = \"mariadb\".")
		return driverNames[0]
	}
	return r.choice(e, "driver", driverNames...)
}

// setting is a session variable with its value as SQL. It is part of the plan,
// since it shapes the work, and may depend on factors.
func (r *reading) setting(p pair, d *dialect.Dialect) plan.Setting {
	set := plan.Setting{Name: p.name}
	if err := dialect.Word(p.name); err != nil {
		r.wrong(p.value.Range(), "Invalid session variable", "The name %s.", err)
	}
	v, diags := r.s.constant(p.value, cty.DynamicPseudoType)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return set
	}
	text, ok := sqlLiteral(v, d)
	if !ok {
		r.wrong(p.value.Range(), "Wrong type", "A session variable is text, a number or a bool; this is %s.", article(v.Type()))
	}
	set.Value = text
	return set
}

// sqlLiteral writes a plain value as SQL.
func sqlLiteral(v cty.Value, d *dialect.Dialect) (string, bool) {
	switch v.Type() {
	case cty.String:
		return d.Text(v.AsString()), true
	case cty.Bool:
		return d.Bool(v.True()), true
	case cty.Number:
		return v.AsBigFloat().Text('f', -1), true
	}
	return "", false
}
