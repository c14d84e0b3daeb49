package mysql_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// TestPreflightOfHosts: sessions take turns over the hosts, and so each host
// is asked for its share.
func TestPreflightOfHosts(t *testing.T) {
	s := shared(t)
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{s.Socket, s.Socket}, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	findings, err := db.(driver.Preflight).Preflight(context.Background(), driver.Needs{Workers: 2000, Sessions: 2021, Statements: 6001})
	if err != nil {
		t.Fatal(err)
	}
	seen := [2]int{}
	for _, f := range findings {
		switch f.Name {
		case "max_connections":
			if need, _ := strconv.Atoi(f.Need); need < 1011 || need > 1050 || f.Have != "1100" {
				t.Errorf("host %d: %+v, want about 1011 of 1100", f.Host, f)
			}
			seen[f.Host]++
		case "max_prepared_stmt_count":
			if f.Need != "3001" || f.Verdict != driver.Fits {
				t.Errorf("host %d: %+v, want 3001, which fit", f.Host, f)
			}
			seen[f.Host]++
		}
	}
	if seen != [2]int{2, 2} {
		t.Errorf("%v findings of connections and statements", seen)
	}
}

// TestPreflightOfAccount: an account may have a limit of its own.
func TestPreflightOfAccount(t *testing.T) {
	s := shared(t)
	servertest.SQL(t, s, "CREATE USER narrow@localhost WITH MAX_USER_CONNECTIONS 3")
	t.Cleanup(func() { servertest.SQL(t, s, "DROP USER narrow@localhost") })
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{s.Socket}, User: "narrow"})
	if err != nil {
		t.Fatal(err)
	}
	for sessions, want := range map[int]driver.Verdict{3: driver.Fits, 4: driver.Refuses} {
		findings, err := db.(driver.Preflight).Preflight(context.Background(), driver.Needs{Workers: 1, Sessions: sessions})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(findings, func(f driver.Finding) bool { return f.Name == "max_user_connections" })
		if i < 0 || findings[i].Have != "3" || findings[i].Verdict != want {
			t.Fatalf("%d sessions: %+v", sessions, findings)
		}
		if fix := findings[i].Fix; want == driver.Refuses && !strings.Contains(fix, "ALTER USER 'narrow'@'localhost' WITH MAX_USER_CONNECTIONS 4") {
			t.Errorf("%d sessions: %s", sessions, fix)
		}
	}
}

// TestShareOfStatements: where all do not fit, every session has its share, and
// sends the rest as text.
func TestShareOfStatements(t *testing.T) {
	s := shared(t)
	global(t, s, "max_prepared_stmt_count", "40")
	db := open(t, s, plan.Target{}, servertest.Database(t, s))
	findings, err := db.(driver.Preflight).Preflight(context.Background(), driver.Needs{Workers: 4, Sessions: 4, Statements: 400})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if (f.Verdict == driver.Adapts) != (f.Name == "max_prepared_stmt_count") || f.Verdict == driver.Refuses {
			t.Errorf("%+v", f)
		}
	}
	for n := range 4 {
		conn := drivertest.Connect(t, db, n)
		for id := range 100 {
			drivertest.Exec(t, conn, driver.Statement{ID: id, SQL: "SELECT " + strconv.Itoa(id), Prepare: true})
		}
	}
	if got := servertest.SQL(t, s, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'"); got != "Prepared_stmt_count\t36" {
		t.Errorf("%s, want 4 × 9", got)
	}
}
