package planner

import (
	"net"
	"strconv"

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
	Database string
	Path     string // sqlite: the database's file; empty for a private one
}

// Endpoints gives the endpoint of each target that the plan of the same spec
// and options names.
func Endpoints(s *spec.Spec, o Options) ([]Endpoint, hcl.Diagnostics) {
	c := newCompiler(s, o)
	if x := c.begin(); x != nil {
		c.experiment(x)
	}
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	out := make([]Endpoint, len(c.endpoints))
	for i := range c.endpoints {
		out[i] = c.endpoints[i].Endpoint
	}
	return out, c.diags
}

// placed is an endpoint and the block it comes from; nil for built-in ones.
type placed struct {
	Endpoint
	block *spec.Target
}

// endpoint notes the endpoint of a target that is used. Names tell targets
// apart when a plan runs, so no two blocks may share one.
func (c *compiler) endpoint(at Endpoint, block *spec.Target, r hcl.Range) {
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
		at.Hosts = r.hosts(t)
		at.User, at.Password = r.secret(t.User), r.password(t)
		at.Database = r.secret(t.Database)
		for _, need := range []struct {
			e    hcl.Expression
			name string
		}{{t.User, "user"}, {t.Database, "database"}} {
			if need.e == nil {
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
	if diags.HasErrors() || v.IsNull() {
		return "", true
	}
	return v.AsString(), sensitive
}

// password insists on a sensitive variable: a password in a spec ends up in
// version control, one in a plain variable in messages.
func (r *reading) password(t *spec.Target) string {
	text, sensitive := r.unmarked(t.Password)
	if text != "" && !sensitive { // not at its own line, which would be printed
		r.wrong(t.NameRange, "Password in plain sight",
			"A password comes from a variable with `sensitive = true`, as in password = var.password, and its value from a var file or the environment (ASSAY_VAR_password).")
	}
	return text
}

// hosts reads host and port, or hosts, or a socket. The port is MySQL's own
// unless given.
func (r *reading) hosts(t *spec.Target) []string {
	switch {
	case t.Socket != nil:
		for _, e := range []hcl.Expression{t.Host, t.Hosts, t.Port} {
			if e != nil {
				r.wrong(e.Range(), "Two addresses", "A target has either a socket or hosts, not both.")
			}
		}
		path := r.secret(t.Socket)
		if path != "" && path[0] != '/' {
			r.wrong(t.Socket.Range(), "Invalid socket", "The path of a socket is absolute: it begins with a slash.")
		}
		return []string{path}
	case t.Hosts != nil:
		if t.Host != nil || t.Port != nil {
			r.wrong(t.Hosts.Range(), "Two addresses", "A target has either host and port, or hosts as [\"name:port\", …], not both.")
		}
		return r.hostList(t.Hosts)
	}
	host := r.secret(t.Host)
	if host == "" {
		host = "127.0.0.1"
	}
	port := r.secret(t.Port)
	if port == "" {
		port = "3306"
	}
	r.port(port, t)
	return []string{net.JoinHostPort(host, port)}
}

// port checks a port without showing it, as it may be sensitive.
func (r *reading) port(port string, t *spec.Target) {
	if n, err := strconv.Atoi(port); (err != nil || n < 1 || n > 65535) && t.Port != nil {
		r.wrong(t.Port.Range(), "Invalid port", "A port is a whole number from 1 to 65535.")
	}
}

// hostList reads ["name:port", "name", "/socket"].
func (r *reading) hostList(e hcl.Expression) (hosts []string) {
	v, diags := r.s.evaluate(e)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	v, _ = v.UnmarkDeep()
	v, diags = convertTo(v, cty.List(cty.String), e.Range())
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	if v.IsNull() || v.LengthInt() == 0 {
		r.wrong(e.Range(), "No host", "The list of hosts has no element.")
		return nil
	}
	for _, h := range v.AsValueSlice() {
		if h.IsNull() || h.AsString() == "" {
			r.wrong(e.Range(), "No host", "One of the hosts is empty.")
			continue
		}
		host := h.AsString()
		if _, _, err := net.SplitHostPort(host); err != nil && host[0] != '/' {
			host = net.JoinHostPort(host, "3306")
		}
		hosts = append(hosts, host)
	}
	return hosts
}
