package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/server/servertest"
)

// hostsSpec goes to one server by two ways, with the users of each.
const hostsSpec = `
variable "password" {
  type      = string
  sensitive = true
}
target "db" {
  driver   = "mysql"
  dialect  = "mariadb"
  hosts    = [%q, { host = %q, user = "second", password = var.password }]
  user     = "root"
  database = %q
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "e" {
  target = target.db
  load "l" {
    mix       = mix.m
    threads   = 4
    events    = 100
    reconnect = 10
  }
}`

// TestHosts runs on two hosts from the command line, and then without a right
// password, a database, or a server.
func TestHosts(t *testing.T) {
	s := servertest.MariaDB(t, servertest.TCP())
	servertest.SQL(t, s, "CREATE USER second@'%' IDENTIFIED BY 'right'; GRANT ALL ON *.* TO second@'%'")
	tcp, database := fmt.Sprintf("127.0.0.1:%d", s.Port), servertest.Database(t, s)
	run := func(password, database, host string) (code int, said, results string) {
		spec := filepath.Join(t.TempDir(), "hosts.hcl")
		if err := os.WriteFile(spec, fmt.Appendf(nil, hostsSpec, s.Socket, host, database), 0o600); err != nil {
			t.Fatal(err)
		}
		results = t.TempDir()
		code, stdout, stderr := assay(t, "run", spec, "--var", "password="+password, "--results", results)
		return code, stdout + stderr, results
	}
	code, said, results := run("right", database, tcp)
	if code != exitOK || !strings.Contains(said, "\n  host  ") || !strings.Contains(said, "\n  "+tcp+"  ") || !strings.Contains(said, "reconnects 8") {
		t.Errorf("exit %d, without a table of hosts or with other than 8 reconnects:\n%s", code, said)
	}
	sameSummary(t, results)
	for name, c := range map[string]struct{ password, database, host, want string }{
		"wrong password":   {"secret word", database, tcp, "Access denied for user 'second'@"},
		"unknown database": {"right", "missing", tcp, "Unknown database 'missing', says the server at "},
		"nobody listens":   {"right", database, "127.0.0.1:1", "cannot connect to 127.0.0.1:1: connection refused"},
	} {
		code, said, _ := run(c.password, c.database, c.host)
		if code != exitFailed || !strings.Contains(said, c.want) || !strings.Contains(said, "no cell has run") || strings.Contains(said, "secret word") {
			t.Errorf("%s: exit %d, want %q\n%s", name, code, c.want, said)
		}
	}
}

// sameSummary: what the run has kept is what a report of its archive says, but
// for the instant of its end.
func sameSummary(t *testing.T, results string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(results, "*", "summary.json"))
	if len(files) != 1 {
		t.Fatalf("summaries %v", files)
	}
	kept, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	_, report, _ := assay(t, "report", "--format", "json", filepath.Dir(files[0]))
	ended := regexp.MustCompile(`(?m)^ *"ended": .*$`)
	if a, b := ended.ReplaceAllString(string(kept), ""), ended.ReplaceAllString(report, ""); a != b {
		t.Error("the run's summary.json is not what its report says")
	}
}
