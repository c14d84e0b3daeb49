package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// Endpoint is where a target is and who goes there. It is no part of the plan:
// two people with different servers have the same plan.
type Endpoint struct {
	Name     string   // of the target in the plan
	Hosts    []string // host:port, or the path of a Unix socket
	User     string
	Password string
	Accounts []Account // who goes to each host; nil: User and Password to all
	Database string
	Path     string // sqlite: the database's file; empty for a private one. probe: the directory or the like that it works in

	CA, Cert, Key  string // paths of TLS; empty where not given
	ConnectTimeout int64  // nanoseconds for making one connection; 0: the driver's own limit
}

// Account is a user of a host.
type Account struct{ User, Password string }

// placed is an endpoint and the block it comes from; a nil *spec.Target for
// built-in ones.
type placed struct {
	Endpoint
	block any // *spec.Target or *spec.Probe
}

// endpoint notes the endpoint of a target that is used. Names tell targets
// apart when a plan runs, so no two blocks may share one.
func (c *compiler) endpoint(at Endpoint, block any, r hcl.Range) {
	for i := range c.endpoints {
		if c.endpoints[i].Name != at.Name {
			continue
		}
		if c.endpoints[i].block != block {
			c.report(errorAt(r, "Two targets of one name", "The experiment uses two targets called %q; rename one.", at.Name))
		}
		return
	}
	c.endpoints = append(c.endpoints, placed{at, block})
}

// endpoint reads the address of a target. It may be sensitive.
func (s *scope) endpoint(t *spec.Target, driver string) (Endpoint, hcl.Diagnostics) {
	r := &reading{s: s}
	at := Endpoint{Name: t.Name}
	switch {
	case t.Server != nil:
		r.onServer(t, &at)
	case driver == "mysql":
		r.refuse(driver, t.File, "file")
		at.User, at.Password = r.secret(t.User), r.password(t)
		r.hosts(t, &at)
		at.Database = r.secret(t.Database)
		for _, need := range []struct {
			e    hcl.Expression
			name string
		}{{t.User, "user"}, {t.Database, "database"}} {
			if need.e == nil && (need.name != "user" || at.Accounts == nil) {
				r.wrong(t.NameRange, "Incomplete target", "A target with driver \"mysql\" needs the attribute %q.", need.name)
			}
		}
	case driver == "sqlite":
		at.Path = r.secret(t.File)
		r.refuse(driver, t.Host, "host")
		r.refuse(driver, t.Hosts, "hosts")
		r.refuse(driver, t.Socket, "socket")
		r.refuse(driver, t.Port, "port")
	}
	r.wire(t, driver, &at)
	return at, r.diags
}

// onServer is the endpoint on a server that Assay starts, whose address comes
// with the start.
func (r *reading) onServer(t *spec.Target, at *Endpoint) {
	for _, a := range []struct {
		e    hcl.Expression
		name string
	}{
		{t.Host, "host"}, {t.Port, "port"}, {t.Hosts, "hosts"}, {t.Socket, "socket"}, {t.User, "user"}, {t.Password, "password"}, {t.File, "file"},
	} {
		if a.e != nil {
			r.wrong(a.e.Range(), "Attribute without effect", "A target with a server has no %s; remove the line.", a.name)
		}
	}
	at.User, at.Database = "root", "assay"
	if t.Database != nil {
		at.Database = r.secret(t.Database)
	}
}

// refuse reports an attribute that means nothing to the driver.
func (r *reading) refuse(driver string, e hcl.Expression, name string) {
	if e != nil {
		r.wrong(e.Range(), "Attribute without effect", "A target with driver %q has no %s; remove the line.", driver, name)
	}
}

// secret reads text that may be sensitive and stays out of the plan. All parts
// of an address may be: host names and users are secrets to some.
func (r *reading) secret(e hcl.Expression) string {
	text, _ := r.unmarked(e)
	return text
}

// unmarked reads text and tells whether it is sensitive.
func (r *reading) unmarked(e hcl.Expression) (text string, sensitive bool) {
	if e == nil {
		return "", false
	}
	v, diags := r.s.evaluate(e)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return "", true
	}
	sensitive = v.ContainsMarked()
	v, _ = v.UnmarkDeep()
	v, diags = convertTo(v, cty.String, e.Range())
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return "", true
	}
	if v.IsNull() {
		return "", sensitive
	}
	return v.AsString(), sensitive
}

// password insists on a sensitive variable: a password in a spec ends up in
// version control, one in a plain variable in messages.
// One that is empty today is refused all the same, unless it is written so: it
// will not be empty for those who use the spec in earnest.
func (r *reading) password(t *spec.Target) string {
	text, sensitive := r.unmarked(t.Password)
	named := t.Password != nil && len(t.Password.Variables()) > 0
	if (text != "" || named) && !sensitive { // not at its own line, which would be printed
		r.passwordInSight(t.NameRange)
	}
	return text
}

// passwordInSight reports a password that others can read, and not the password.
func (r *reading) passwordInSight(at hcl.Range) {
	r.wrong(at, "Password in plain sight",
		"A password comes from a variable with `sensitive = true`, as in password = var.password, and its value from a var file or the environment (ASSAY_VAR_password).")
}
