package planner

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/plan"
)

const wired = `
variable "password" {
  type      = string
  sensitive = true
  default   = "one"
}
variable "other" {
  type      = string
  sensitive = true
  default   = "two"
}
variable "mode" { default = "verify_ca" }
target "db" {
  driver          = "mysql"
  hosts           = ["a", { host = "b:3307", user = "bob", password = var.other }, { host = "c" }, { host = "d", user = "eve" }]
  user            = "u"
  password        = var.password
  database        = "d"
  compress        = true
  charset         = "utf8mb4"
  collation       = "utf8mb4_bin"
  connect_timeout = "2s"
  tls {
    mode = var.mode
    ca   = "/secret/ca.pem"
    cert = "/secret/c.pem"
    key  = "/secret/k.pem"
  }
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "e" {
  target = target.db
  load "forever" { mix = mix.m }
  load "once" {
    mix           = mix.m
    reconnect     = "transaction"
    start_timeout = "3s"
  }
  load "some" {
    mix       = mix.m
    reconnect = 100
  }
}
experiment "modes" {
  target = target.db
  matrix { mode = ["disabled", "required"] }
  load "l" { mix = mix.m }
}`

// Who goes where, with which files and limits, is in the endpoint; what makes
// the traffic different is in the plan.
func TestConnections(t *testing.T) {
	s := parsed(t, wired)
	ready, diags := CompileToRun(s, Options{Experiment: "e"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	want := []Endpoint{{
		Name: "db", User: "u", Password: "one", Database: "d",
		Hosts:    []string{"a:3306", "b:3307", "c:3306", "d:3306"},
		Accounts: []Account{{"u", "one"}, {"bob", "two"}, {"u", "one"}, {"eve", ""}},
		CA:       "/secret/ca.pem", Cert: "/secret/c.pem", Key: "/secret/k.pem", ConnectTimeout: 2e9,
	}}
	if diff := cmp.Diff(want, ready.Endpoints); diff != "" {
		t.Error(diff)
	}
	p := compiled(t, s, Options{Experiment: "e"})
	if at := p.Targets[0]; at.TLS != plan.TLSVerifyCA || !at.Compress || at.Charset != "utf8mb4" || at.Collation != "utf8mb4_bin" {
		t.Errorf("the target is %+v", at)
	}
	for i, want := range [][2]int64{{0, 0}, {1, 3e9}, {100, 0}} {
		if l := p.Loads[i]; l.Reconnect != want[0] || l.StartTimeout != want[1] {
			t.Errorf("load %s connects anew after %d events and starts within %d ns, want %v", l.Name, l.Reconnect, l.StartTimeout, want)
		}
	}
	text, err := plan.Encode(p)
	if err != nil || strings.Contains(string(text), "/secret") || strings.Contains(string(text), "two") {
		t.Errorf("the plan holds a path or a password, or %v", err)
	}
}

// TestModesOfTLS: the mode is in the digest and may be a factor.
func TestModesOfTLS(t *testing.T) {
	p := compiled(t, parsed(t, wired), Options{Experiment: "modes"})
	if len(p.Targets) != 2 || p.Targets[0].TLS != "" || p.Targets[1].TLS != plan.TLSRequired {
		t.Errorf("the targets are %+v", p.Targets)
	}
}
