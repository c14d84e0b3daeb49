package mysql_test

import (
	"context"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// TestInterruptLockWait ends a statement that waits for a row's lock.
func TestInterruptLockWait(t *testing.T) {
	s := shared(t)
	db := open(t, s, plan.Target{}, servertest.Database(t, s))
	a, b := drivertest.Connect(t, db, 0), drivertest.Connect(t, db, 1)
	drivertest.Exec(t, a, drivertest.Text("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB"))
	drivertest.Exec(t, a, drivertest.Text("BEGIN"))
	drivertest.Exec(t, a, drivertest.Text("INSERT INTO t VALUES (1)"))
	ended := make(chan error, 1)
	go func() {
		var res driver.Result
		ended <- b.Execute(&driver.Statement{ID: -1, SQL: "INSERT INTO t VALUES (1)"}, nil, &res)
	}()
	waitFor(t, func() bool {
		return servertest.SQL(t, s, "SELECT COUNT(*) FROM information_schema.innodb_lock_waits") == "1"
	})
	begin := time.Now()
	if err := b.Interrupt(context.Background()); err != nil {
		t.Error(err)
	}
	if failed := drivertest.AsError(t, "the waiting INSERT", <-ended); failed.Class != driver.Interrupted || failed.Code != 1317 {
		t.Errorf("class %d, %v; want class Interrupted, code 1317", failed.Class, failed)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("the statement ended %v after the interrupt", took)
	}
	drivertest.Exec(t, b, drivertest.Text("SELECT 1")) // KILL QUERY leaves the session
}

// TestInterruptDeadServer interrupts a statement on a server that no longer
// answers: no KILL can help, but the worker is free at once.
func TestInterruptDeadServer(t *testing.T) {
	checkInterruptDeadServer(t, func(db driver.Driver) driver.Driver { return db })
}

// checkInterruptDeadServer checks sessions of the driver that wrap gives.
func checkInterruptDeadServer(t *testing.T, wrap func(driver.Driver) driver.Driver) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := shared(t)
	relay := newRelay(t, l, s.Socket)
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{Hosts: []string{l.Addr().String()}, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	conn := drivertest.Connect(t, wrap(db), 0)
	relay.freeze()
	ended := make(chan error, 1)
	go func() {
		var res driver.Result
		ended <- conn.Execute(&driver.Statement{ID: -1, SQL: "SELECT 1"}, nil, &res)
	}()
	select {
	case err := <-ended:
		t.Fatalf("the statement ended on a frozen connection: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	begin := time.Now()
	if err := conn.Interrupt(context.Background()); err != nil {
		t.Error(err)
	}
	if failed := drivertest.AsError(t, "SELECT 1", <-ended); failed.Class != driver.Interrupted {
		t.Errorf("class %d, %v; want class Interrupted", failed.Class, failed)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("the statement ended %v after the interrupt", took)
	}
	if failed := drivertest.Failure(t, conn, drivertest.Text("SELECT 1")); failed.Class != driver.Lost {
		t.Errorf("class %d, %v; want class Lost", failed.Class, failed)
	}
}

// TestLost checks sessions that the server ends: killed by an administrator
// while idle and while running, and by the death of the server.
func TestLost(t *testing.T) {
	s := servertest.Own(t)
	db := open(t, s, plan.Target{}, "mysql")
	connectionID := drivertest.Text("SELECT CONNECTION_ID()", expr.Int)

	idle := drivertest.Connect(t, db, 0)
	id := drivertest.Exec(t, idle, connectionID).Row[0].Int
	servertest.SQL(t, s, "KILL "+strconv.FormatInt(id, 10))
	for range 2 {
		if failed := drivertest.Failure(t, idle, connectionID); failed.Class != driver.Lost {
			t.Errorf("killed while idle: class %d, %v; want class Lost", failed.Class, failed)
		}
	}

	for name, end := range map[string]func(id int64){
		"killed":        func(id int64) { servertest.SQL(t, s, "KILL "+strconv.FormatInt(id, 10)) },
		"server killed": func(int64) { s.Kill() },
	} {
		if !s.Running() {
			if err := s.Restart(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		conn := drivertest.Connect(t, db, 1)
		id := drivertest.Exec(t, conn, connectionID).Row[0].Int
		ended := make(chan error, 1)
		go func() {
			var res driver.Result
			ended <- conn.Execute(&driver.Statement{ID: 0, SQL: forever, Prepare: true}, nil, &res)
		}()
		waitFor(t, func() bool {
			return servertest.SQL(t, s, "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT MAX(SHA1%'") == "1"
		})
		end(id)
		if failed := drivertest.AsError(t, forever, <-ended); failed.Class != driver.Lost {
			t.Errorf("%s: class %d, %v; want class Lost", name, failed.Class, failed)
		}
	}
	if s.Running() {
		s.Kill()
	}
	if err := s.Restart(context.Background()); err != nil {
		t.Fatal(err)
	}
	drivertest.Exec(t, drivertest.Connect(t, db, 2), connectionID)
}

func waitFor(t *testing.T, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("what the test waits for has not happened in 20 s")
		}
	}
}
