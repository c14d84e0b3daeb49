package mysql_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// waits is a Poller that counts, waits as an event loop does, for readiness of
// one kind at a time, and returns too early now and then.
type waits struct{ reads, writes, asides atomic.Int64 }

func (w *waits) Await(fd int, write bool) error {
	events := int16(unix.POLLIN)
	count := &w.reads
	if write {
		events, count = unix.POLLOUT, &w.writes
	}
	if count.Add(1)%3 == 0 {
		return nil
	}
	_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: events}}, -1)
	if err == unix.EINTR {
		return nil
	}
	return err
}

func (w *waits) Aside(f func()) {
	w.asides.Add(1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	<-ended
}

// lent is a driver whose sessions wait with a Poller.
type lent struct {
	driver.Driver
	t      *testing.T
	poller *waits
}

func (l lent) Open(ctx context.Context, n int) (driver.Conn, error) {
	conn, err := l.Driver.Open(ctx, n)
	if err == nil && !conn.(driver.Pollable).Attach(l.poller) {
		l.t.Error("the session cannot be attached")
	}
	return conn, err
}

// TestConformanceOfEachWay checks the ways that statements go besides the one
// of TestConformance, on which a session waits by itself: with a Poller, and
// through the module.
func TestConformanceOfEachWay(t *testing.T) {
	s := shared(t)
	var poller waits
	t.Run("attached", func(t *testing.T) {
		drivertest.Run(t, harness(s, func(t *testing.T, target plan.Target, database string) driver.Driver {
			return lent{open(t, s, target, database), t, &poller}
		}))
	})
	if poller.reads.Load() == 0 {
		t.Error("no session has waited with its Poller")
	}
	t.Run("compressed", func(t *testing.T) {
		h := harness(s, func(t *testing.T, target plan.Target, database string) driver.Driver {
			target.Compress = true
			return open(t, s, target, database)
		})
		h.Packed = true
		drivertest.Run(t, h)
	})
	secure := secured(t, newAuthority(t, "ours"))
	servertest.SQL(t, secure, "GRANT ALL ON *.* TO safe@'%'")
	t.Run("TLS", func(t *testing.T) {
		drivertest.Run(t, harness(secure, func(t *testing.T, target plan.Target, database string) driver.Driver {
			target.TLS = plan.TLSRequired
			db, err := mysql.Open(context.Background(), &target, driver.Endpoint{
				Hosts: []string{"127.0.0.1:" + strconv.Itoa(secure.Port)}, User: "safe", Database: database,
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			return db
		}))
	})
}

// TestWays counts which way sessions go, over a socket and over TCP.
func TestWays(t *testing.T) {
	s := shared(t)
	for name, c := range map[string]struct {
		target     plan.Target
		host       string
		fast, slow string
	}{
		"socket":     {plan.Target{}, s.Socket, "1", "0"},
		"TCP":        {plan.Target{}, "127.0.0.1:" + strconv.Itoa(s.Port), "1", "0"},
		"no TLS":     {plan.Target{TLS: plan.TLSPreferred}, s.Socket, "1", "0"},
		"compressed": {plan.Target{Compress: true}, s.Socket, "0", "1"},
	} {
		db, err := mysql.Open(context.Background(), &c.target, driver.Endpoint{Hosts: []string{c.host}, User: "root"})
		if err != nil {
			t.Fatal(err)
		}
		conn := drivertest.Connect(t, db, 0)
		drivertest.Exec(t, conn, drivertest.Text("SELECT 1"))
		if fast, slow := fact(t, db, "client.sessions_fast"), fact(t, db, "client.sessions_library"); fast != c.fast || slow != c.slow {
			t.Errorf("%s: %s sessions are fast and %s are not, want %s and %s", name, fast, slow, c.fast, c.slow)
		}
		if attached := conn.(driver.Pollable).Attach(new(waits)); attached != (c.fast == "1") {
			t.Errorf("%s: attached %v", name, attached)
		}
	}
}

// TestDetached gives a session's waiting back to it.
func TestDetached(t *testing.T) {
	conn := session(t, shared(t))
	var poller waits
	if !conn.(driver.Pollable).Attach(&poller) {
		t.Fatal("the session cannot be attached")
	}
	drivertest.Exec(t, conn, drivertest.Text("SELECT SLEEP(0.01)"))
	waited := poller.reads.Load()
	if waited == 0 || !conn.(driver.Pollable).Attach(nil) {
		t.Fatalf("%d waits, or the session cannot be detached", waited)
	}
	drivertest.Exec(t, conn, drivertest.Text("SELECT SLEEP(0.01)"))
	if poller.reads.Load() != waited {
		t.Error("the session still waits with its Poller")
	}
}

// TestWaitingHoldsNobodyUp collects garbage while a session waits: the runtime
// must know that its thread is away.
func TestWaitingHoldsNobodyUp(t *testing.T) {
	conn := session(t, shared(t))
	ended := make(chan error, 1)
	go func() {
		var res driver.Result
		ended <- conn.Execute(&driver.Statement{ID: -1, SQL: "SELECT SLEEP(5)"}, nil, &res)
	}()
	time.Sleep(50 * time.Millisecond)
	begin := time.Now()
	for range 3 {
		runtime.GC()
	}
	// Far less than the statement takes, and enough for a busy machine.
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("three collections took %v", took)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestLargeRequestWithPoller sends more than the socket takes at once, and
// reads more than a buffer holds.
func TestLargeRequestWithPoller(t *testing.T) {
	var poller waits
	db := lent{open(t, shared(t), plan.Target{}, ""), t, &poller}
	conn := drivertest.Connect(t, db, 0)
	big := bytes.Repeat([]byte("0123456789"), 2<<20)
	for id, prepare := range []bool{true, false} {
		st := driver.Statement{ID: id, SQL: "SELECT CONCAT(?, '')", Prepare: prepare, Reads: []expr.Kind{expr.String}}
		if res := drivertest.Exec(t, conn, st, expr.TextValue(big)); !bytes.Equal(res.Row[0].Text, big) {
			t.Errorf("prepared %v: %d bytes came back of %d, or others", prepare, len(res.Row[0].Text), len(big))
		}
	}
	if poller.writes.Load() == 0 {
		t.Error("nothing had to be sent in parts")
	}
}

// TestFiles checks that a server gets a file of this machine only if the run
// says so, and that the session goes on if it does not.
func TestFiles(t *testing.T) {
	s := shared(t)
	global(t, s, "local_infile", "1")
	path := t.TempDir() + "/rows"
	if err := os.WriteFile(path, []byte("1\n2\n3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	load := drivertest.Text(fmt.Sprintf("LOAD DATA LOCAL INFILE '%s' INTO TABLE t", path))
	for _, allowed := range []bool{false, true} {
		var poller waits
		db := lent{open(t, s, plan.Target{}, servertest.Database(t, s)), t, &poller}
		if _, err := db.Driver.(driver.Preflight).Preflight(context.Background(), driver.Needs{LocalFiles: allowed}); err != nil {
			t.Fatal(err)
		}
		conn := drivertest.Connect(t, db, 0)
		drivertest.Exec(t, conn, drivertest.Text("CREATE TABLE t (id INT)"))
		if allowed {
			if res := drivertest.Exec(t, conn, load); res.Affected != 3 || poller.asides.Load() != 1 {
				t.Errorf("%d rows loaded, with %d asides; want 3, 1", res.Affected, poller.asides.Load())
			}
			continue
		}
		if failed := drivertest.Failure(t, conn, load); failed.Class != driver.Failed || failed.Code != 2068 {
			t.Errorf("class %d, %v; want class Failed, code 2068", failed.Class, failed)
		}
		if res := drivertest.Exec(t, conn, drivertest.Text("SELECT COUNT(*) FROM t", expr.Int)); res.Row[0].Int != 0 {
			t.Errorf("%d rows loaded from a file that was refused", res.Row[0].Int)
		}
	}
}

// TestInterruptDeadServerWithPoller ends a wait in somebody else's Poller.
func TestInterruptDeadServerWithPoller(t *testing.T) {
	checkInterruptDeadServer(t, func(db driver.Driver) driver.Driver { return lent{db, t, new(waits)} })
}
