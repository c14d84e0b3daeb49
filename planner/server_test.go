package planner

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/planner/plan"
)

// TestServersOfCells: configurations are stored once by content, a block that
// does not depend on a factor once for all cells.
func TestServersOfCells(t *testing.T) {
	p := compiled(t, read(t, "testdata/plans/servers.hcl"), Options{})
	var got []int
	for i := range p.Cells {
		needs := p.Needs(&p.Cells[i])
		if len(needs) != 1 {
			t.Fatalf("cell %d needs %d servers", i, len(needs))
		}
		got = append(got, needs...)
		if p.Loads[p.Cells[i].Loads[0]].Target != p.Cells[i].Target {
			t.Errorf("the load of cell %d goes elsewhere", i)
		}
	}
	if diff := cmp.Diff([]int{0, 1, 2, 2}, got); diff != "" {
		t.Errorf("servers of the cells: -want +got:\n%s", diff)
	}
	want := []plan.ServerOption{{Name: "innodb_buffer_pool_size", Value: "1610612736"}, {Name: "skip_name_resolve", Value: "ON"}}
	if diff := cmp.Diff(want, p.Servers[1].Options); diff != "" {
		t.Errorf("options: -want +got:\n%s", diff)
	}
	for i, dialect := range []string{"mariadb", "mariadb", "mysql"} {
		if got := p.Targets[i].Dialect.Name; got != dialect {
			t.Errorf("target %d speaks %s, want %s", i, got, dialect)
		}
	}
}

// TestLaunches: what the plan leaves out comes apart from it.
func TestLaunches(t *testing.T) {
	s := read(t, "testdata/plans/servers.hcl")
	ready, diags := CompileToRun(s, Options{})
	if diags.HasErrors() {
		t.Fatal(printed(s, diags))
	}
	want := []Launch{{Name: "old"}, {Name: "new", Program: "/opt/mysql/bin/mysqld", Port: 3399}}
	if diff := cmp.Diff(want, ready.Launches); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]Endpoint{{Name: "db", User: "root", Database: "bench"}}, ready.Endpoints); diff != "" {
		t.Errorf("endpoints: -want +got:\n%s", diff)
	}
}

func TestBytesOf(t *testing.T) {
	for text, want := range map[string]string{
		"512MiB": "536870912", "1.5 GiB": "1610612736", "512M": "512M", "MiB": "MiB", "1MiB,2MiB": "1MiB,2MiB", "9e9GiB": "9e9GiB",
	} {
		if got := bytesOf(text); got != want {
			t.Errorf("bytesOf(%q) is %q, want %q", text, got, want)
		}
	}
}
