package planner

import (
	"cmp"
	"net"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// hosts reads host and port, or hosts, or a socket. The port is MySQL's own
// unless given.
func (r *reading) hosts(t *spec.Target, at *Endpoint) {
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
		at.Hosts = []string{path}
		return
	case t.Hosts != nil:
		if t.Host != nil || t.Port != nil {
			r.wrong(t.Hosts.Range(), "Two addresses", "A target has either host and port, or hosts as [\"name:port\", …], not both.")
		}
		r.hostList(t.Hosts, at)
		return
	}
	// Host and port are checked apart, since each has a line of its own to point
	// at; the port is one that fits while the host is looked at.
	host := cmp.Or(r.secret(t.Host), "127.0.0.1")
	port := cmp.Or(r.secret(t.Port), defaultPort)
	r.port(port, t)
	address, fault := CompleteAddress(net.JoinHostPort(host, defaultPort))
	if fault != "" && t.Host != nil && !r.diags.HasErrors() {
		r.wrong(t.Host.Range(), "Invalid host", "%s", fault)
	}
	at.Hosts = []string{strings.TrimSuffix(address, defaultPort) + port}
}

// port checks a port without showing it, as it may be sensitive.
func (r *reading) port(port string, t *spec.Target) {
	if n, err := strconv.Atoi(port); (err != nil || n < 1 || n > 65535) && t.Port != nil {
		r.wrong(t.Port.Range(), "Invalid port", "A port is a whole number from 1 to 65535.")
	}
}

// hostList reads ["name:port", "name", "/socket", { host = …, user = …,
// password = … }]. Who is named for one host alone goes to that one alone.
func (r *reading) hostList(e hcl.Expression, at *Endpoint) {
	v, diags := r.s.evaluate(e)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return
	}
	v, _ = v.Unmark() // an endpoint is no part of the plan, so it may be sensitive
	if v.IsNull() || !v.CanIterateElements() || v.Type().IsObjectType() || v.Type().IsMapType() {
		r.wrong(e.Range(), "Wrong type", "Hosts are a list such as [\"a:3306\", { host = \"b:3306\", user = \"u\" }].")
		return
	}
	if v.LengthInt() == 0 {
		r.wrong(e.Range(), "No host", "The list of hosts has no element.")
		return
	}
	r.passwordsIn(e)
	var accounts []Account
	own := false
	for _, element := range v.AsValueSlice() {
		address, who := r.host(element, e.Range(), Account{at.User, at.Password})
		if address == "" {
			return
		}
		at.Hosts = append(at.Hosts, address)
		accounts = append(accounts, who)
		own = own || who != accounts[0] || who != Account{at.User, at.Password}
	}
	if own { // else the target's account does for all
		at.Accounts = accounts
	}
}

// passwordsIn refuses passwords of hosts by variables that are not sensitive,
// even if they are empty today: the expression is looked at, not its value.
func (r *reading) passwordsIn(hosts hcl.Expression) {
	list, written := hosts.(*hclsyntax.TupleConsExpr)
	if !written {
		return
	}
	for _, element := range list.Exprs {
		host, written := element.(*hclsyntax.ObjectConsExpr)
		if !written {
			continue
		}
		for _, item := range host.Items {
			if hcl.ExprAsKeyword(item.KeyExpr) != "password" || len(item.ValueExpr.Variables()) == 0 {
				continue
			}
			if v, diags := r.s.evaluate(item.ValueExpr); !diags.HasErrors() && !v.ContainsMarked() {
				r.passwordInSight(hosts.Range())
			}
		}
	}
}

// host reads one element of the list of hosts: its address, empty after a
// mistake, and who goes there. Ranges are those of the list, and values are in
// no message, as they may be secrets.
func (r *reading) host(v cty.Value, at hcl.Range, who Account) (string, Account) {
	v, sensitive := v.Unmark()
	address := v
	if ty := v.Type(); ty.IsObjectType() || ty.IsMapType() {
		fields := map[string]cty.Value{}
		if !v.IsNull() {
			fields = v.AsValueMap()
		}
		for name := range fields {
			if name != "host" && name != "user" && name != "password" {
				r.wrong(at, "Unknown attribute", "A host has no %q; there are host, user and password.", name)
				return "", who
			}
		}
		address = cty.NullVal(cty.String)
		if host, given := fields["host"]; given {
			address, _ = host.Unmark()
		}
		if user, given := fields["user"]; given {
			// Another user has another password, or none.
			who.User, _ = bareText(user)
			who.Password = ""
		}
		if password, given := fields["password"]; given {
			who.Password, _ = bareText(password)
			if who.Password != "" && !password.ContainsMarked() && len(sensitive) == 0 {
				r.passwordInSight(at)
			}
		}
	}
	text, ok := bareText(address)
	if !ok || text == "" {
		r.wrong(at, "No host", "Each of the hosts is a text, such as \"name:3306\", or an object with the attribute host.")
		return "", who
	}
	text, fault := CompleteAddress(text)
	if fault != "" {
		r.wrong(at, "Invalid host", "%s", fault)
	}
	return text, who
}

// bareText is a text without its marks; false if it is none.
func bareText(v cty.Value) (string, bool) {
	v, _ = v.Unmark()
	if v.IsNull() || v.Type() != cty.String {
		return "", false
	}
	return v.AsString(), true
}
