package executor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func TestMain(m *testing.M) { os.Exit(servertest.Run(m)) }

// maria is a database of a private server.
type maria struct {
	t      *testing.T
	server *server.Server
	name   string
}

func newMaria(t *testing.T, s *server.Server) *maria {
	return &maria{t, s, servertest.Database(t, s)}
}

// sql runs statements in the database by MariaDB's own client.
func (m *maria) sql(statements string) string {
	m.t.Helper()
	return servertest.SQL(m.t, m.server, "USE "+m.name+"; "+statements)
}

func (m *maria) endpoint() driver.Endpoint {
	return driver.Endpoint{Hosts: []string{m.server.Socket}, User: "root", Database: m.name}
}

func (m *maria) options() (Options, sinks) {
	o, s := options(m.t, driver.Endpoint{})
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		return mysql.Open(ctx, target, m.endpoint())
	}
	return o, s
}

// run runs a plan of one cell and wants all that holds of any run.
func (m *maria) run(ctx context.Context, p *plan.Plan, change ...func(*Options)) (*Report, *memory, error) {
	m.t.Helper()
	o, s := m.options()
	for _, c := range change {
		c(&o)
	}
	report, err := Run(ctx, p, o)
	only := s[[2]int{0, 0}]
	if only == nil {
		m.t.Fatalf("the run did not begin: %v", err)
	}
	only.check(m.t)
	return report, only, err
}

// sessions counts the connections to the database.
func (m *maria) sessions() string {
	m.t.Helper()
	return servertest.SQL(m.t, m.server, "SELECT count(*) FROM information_schema.processlist WHERE db = '"+m.name+"'")
}

// await returns once rows, the end of a query, are there.
func (m *maria) await(rows string) {
	m.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); m.sql("SELECT count(*) FROM "+rows) == "0"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			m.t.Fatalf("after 30 s there are no %s", rows)
		}
	}
}

// mariaPlan is testPlan on MariaDB.
func mariaPlan(copies, rows int64, threads int, change ...func(*plan.Plan)) *plan.Plan {
	begin := func(p *plan.Plan) { p.Mixes[0].Transactions[0].Begin = []string{"BEGIN"} }
	return testPlan("mysql", "mariadb", copies, rows, threads, append([]func(*plan.Plan){begin}, change...)...)
}

// outcomes counts events by outcome.
func outcomes(list []event.Event) map[string]int {
	n := map[string]int{}
	for _, e := range list {
		n[event.OutcomeNames[e.Outcome]]++
	}
	return n
}

func TestMariaDBRun(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	report, archived, err := m.run(t.Context(), mariaPlan(4, 1000, 16, events(402)))
	if err != nil {
		t.Fatal(err)
	}
	if n := outcomes(archived.in(event.Measure)); n["ok"] != 402 || len(n) != 1 {
		t.Errorf("events %v", n)
	}
	if archived.labelled("point", event.Measure) != 402 || archived.labelled(labelCommit, event.Measure) != 402 {
		t.Error("each event has a point query and a commit")
	}
	if left := m.sql("SHOW TABLES"); left != "" {
		t.Errorf("after the run there are %s", left)
	}
	var version bool
	for _, f := range report.Facts {
		version = version || f.Name == "version" && strings.Contains(f.Value, "MariaDB") && f.Source == "server"
	}
	if !version {
		t.Error("the version is no fact of the run")
	}
}

func TestMariaDBContentDoesNotDependOnLoaders(t *testing.T) {
	var first string
	for _, loaders := range []int{1, 4} {
		m := newMaria(t, servertest.MariaDB(t))
		o, _ := m.options()
		o.Loaders = loaders
		if err := Prepare(t.Context(), mariaPlan(2, 25_000, 1), o); err != nil {
			t.Fatal(err)
		}
		sums := strings.ReplaceAll(m.sql("CHECKSUM TABLE sbtest1, sbtest2 EXTENDED"), m.name, "")
		if first == "" {
			first = sums
		}
		if sums != first {
			t.Errorf("checksums by %d loaders:\n%s\nby one:\n%s", loaders, sums, first)
		}
		if n := m.sql("SELECT count(*), min(id), max(id) FROM sbtest2"); n != "25000\t1\t25000" {
			t.Errorf("count, least and greatest id are %s", n)
		}
	}
}

// Loaders whose connections are killed lose nothing and load nothing twice.
func TestMariaDBLoadingSurvivesKills(t *testing.T) {
	s := servertest.MariaDB(t)
	m, quiet := newMaria(t, s), newMaria(t, s)
	o, _ := quiet.options()
	if err := Prepare(t.Context(), mariaPlan(2, 100_000, 1), o); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	kills := m.killing(ctx, 30*time.Millisecond, "info LIKE 'LOAD%'")
	o, _ = m.options()
	o.Loaders = 4
	p := mariaPlan(2, 100_000, 1)
	p.Loads[0].Errors.MaxAttempts = 1000
	err := Prepare(t.Context(), p, o)
	stop()
	if n := <-kills; n == 0 {
		t.Fatal("no connection was killed")
	}
	if err != nil {
		t.Fatal(err)
	}
	checksum := "CHECKSUM TABLE sbtest1, sbtest2 EXTENDED"
	if got, want := strings.ReplaceAll(m.sql(checksum), m.name, ""), strings.ReplaceAll(quiet.sql(checksum), quiet.name, ""); got != want {
		t.Errorf("checksums\n%s\nwithout kills\n%s", got, want)
	}
}

// killing kills a connection to the database now and then, of those for which
// the condition holds, until ctx ends, and then tells how many it was.
func (m *maria) killing(ctx context.Context, every time.Duration, condition string) <-chan int {
	done := make(chan int, 1)
	go func() {
		n := 0
		for {
			select {
			case <-ctx.Done():
				done <- n
				return
			case <-time.After(every):
			}
			list := exec.Command("mariadb", "--no-defaults", "--user=root", "--socket="+m.server.Socket, "--batch", "--skip-column-names",
				"--execute", "SELECT id FROM information_schema.processlist WHERE db = '"+m.name+"' AND command <> 'Killed' AND "+condition+" ORDER BY rand() LIMIT 1")
			id, err := list.Output()
			if err != nil || len(id) == 0 {
				continue
			}
			kill := exec.Command("mariadb", "--no-defaults", "--user=root", "--socket="+m.server.Socket, "--execute", "KILL "+string(id))
			if kill.Run() == nil {
				n++
			}
		}
	}()
	return done
}

func TestMariaDBKilledConnectionsAreReplaced(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	p := mariaPlan(2, 1000, 4, lasting(2*time.Second, 4))
	p.Mixes[0].Transactions[0].Body.Steps[1].Query.Expect = noExpect
	o, _ := m.options()
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	kills := m.killing(ctx, 200*time.Millisecond, "true")
	_, archived, err := m.run(t.Context(), p)
	stop()
	n := <-kills
	if err != nil {
		t.Fatal(err)
	}
	connects := archived.labelled(labelConnect, event.Measure)
	if connects == 0 || connects > n {
		t.Errorf("%d connects for %d kills", connects, n)
	}
	if got := outcomes(archived.in(event.Measure)); got["ok"] < 100 || got["error"] > 0 || got["cancelled"] > 0 {
		t.Errorf("events %v", got)
	}
}

func TestMariaDBServerStopsAndReturns(t *testing.T) {
	m := newMaria(t, servertest.Own(t))
	o, _ := m.options()
	p := mariaPlan(2, 1000, 4, lasting(5*time.Second, 4))
	p.Mixes[0].Transactions[0].Body.Steps[1].Query.Expect = noExpect
	p.Loads[0].Errors.Reconnect = int64(time.Minute)
	p.Loads[0].Grace = int64(time.Minute)
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	measuring := make(chan bool)
	watch := func(o *Options) {
		var once sync.Once
		o.Progress = func(p Progress) {
			if p.Phase == event.Measure && p.Events >= 100 {
				once.Do(func() { close(measuring) })
			}
		}
	}
	back := make(chan error, 1)
	go func() {
		<-measuring
		m.server.Kill()
		time.Sleep(500 * time.Millisecond)
		back <- m.server.Restart(context.Background())
	}()
	_, archived, err := m.run(t.Context(), p, watch)
	if failure := <-back; failure != nil {
		t.Fatal(failure)
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := archived.labelled(labelConnect, event.Measure); n != 4 {
		t.Errorf("%d connects, want one of each worker", n)
	}
	if got := outcomes(archived.in(event.Measure)); got["ok"] < 100 || len(got) != 1 {
		t.Errorf("events %v", got)
	}
}

// Workers that lock the same two rows in opposite orders meet in deadlocks.
func TestMariaDBDeadlocksAreRetried(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	lock := func(index int, id expr.Expr) plan.Step {
		return plan.Step{Query: &plan.Query{Name: []string{"point", "update"}[index], Index: index, Repetition: once, Prepare: true, Expect: noExpect,
			SQL: plan.Template{Parts: []string{"UPDATE ", " SET k = k + 1 WHERE id = ?"}, Holes: []plan.Hole{tableHole(0, expr.ConstInt(0))}}, Args: []expr.Expr{id}}}
	}
	first := expr.Slot(0, expr.Int)
	p := mariaPlan(1, 10, 8, events(400), func(p *plan.Plan) {
		p.Loads[0].Errors.MaxAttempts = 1000
		p.Mixes[0].Transactions[0].Body = plan.Block{
			Lets: []plan.Let{{Slot: 0, Value: uniform(1, 2)}},
			Steps: []plan.Step{lock(0, first), {Think: &plan.Think{Micros: expr.ConstInt(200)}},
				lock(1, call(expr.OpSub, expr.Int, expr.ConstInt(3), first))},
		}
	})
	o, _ := m.options()
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	before := m.sql("SELECT sum(k) FROM sbtest1 WHERE id <= 2")
	_, archived, err := m.run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	deadlocks := 0
	for _, s := range archived.statements {
		if s.ErrorCode == 1213 {
			deadlocks++
		}
	}
	if deadlocks == 0 {
		t.Error("no deadlock happened")
	}
	if got := outcomes(archived.in(event.Measure)); got["ok"] != 400 || len(got) != 1 {
		t.Errorf("events %v", got)
	}
	// Nothing of an aborted attempt was committed.
	if got := m.sql("SELECT sum(k) - 800 FROM sbtest1 WHERE id <= 2"); got != before {
		t.Errorf("the sum before was %s, and after 800 updates less 800 it is %s", before, got)
	}
}

// The deadline holds inside a long statement and inside a wait for a row lock,
// and the server is rid of both.
func TestMariaDBHardDeadline(t *testing.T) {
	for name, sql := range map[string]string{
		"statement": "SELECT sleep(100)",
		"row lock":  "UPDATE held SET k = 2",
	} {
		t.Run(name, func(t *testing.T) {
			m := newMaria(t, servertest.MariaDB(t))
			m.sql("CREATE TABLE held (k int) ENGINE=InnoDB; INSERT INTO held VALUES (1)")
			holder := exec.Command("mariadb", "--no-defaults", "--user=root", "--socket="+m.server.Socket, "mysql",
				"--execute", fmt.Sprintf("BEGIN; UPDATE %s.held SET k = 3; SELECT sleep(60), '%[1]s'", m.name))
			if err := holder.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = holder.Process.Kill(); _ = holder.Wait() }()
			m.await("information_schema.processlist WHERE info LIKE 'SELECT sleep(60), %" + m.name + "%'") // the row is locked then
			p := mariaPlan(1, 0, 2, lasting(500*time.Millisecond, 2), func(p *plan.Plan) {
				p.Cells[0].Schema, p.Mixes[0].Schema = -1, -1
				p.Loads[0].Grace = int64(500 * time.Millisecond)
				p.Mixes[0].Transactions[0].Body = plan.Block{Steps: []plan.Step{statement(1, sql)}}
			})
			start := time.Now()
			_, archived, err := m.run(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("it took %v, as if it had waited for the statements", took)
			}
			if got := outcomes(archived.events); got["cancelled"] != 2 || len(got) != 1 {
				t.Errorf("events %v", got)
			}
			for range 100 {
				if m.sessions() == "0" {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
			t.Errorf("%s sessions are still on the server", m.sessions())
		})
	}
}

func TestMariaDBWrongPassword(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	at := m.endpoint()
	at.User, at.Password = "nobody", "secret word"
	o, s := m.options()
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		return mysql.Open(ctx, target, at)
	}
	report, err := Run(t.Context(), mariaPlan(1, 10, 2, events(1)), o)
	var failure *driver.Error
	if !errors.As(err, &failure) || failure.Code != 1045 || strings.Contains(err.Error(), at.Password) || len(s) != 0 {
		t.Errorf("error %v", err)
	}
	if len(report.Cells) != 0 {
		t.Errorf("cells were begun: %+v", report.Cells)
	}
}

func TestMariaDBThousandWorkers(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	p := mariaPlan(10, 100, 1000, events(3001))
	p.Mixes[0].Transactions[0].Body.Steps = p.Mixes[0].Transactions[0].Body.Steps[:1]
	_, archived, err := m.run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes(archived.in(event.Measure)); got["ok"] != 3001 || len(got) != 1 {
		t.Errorf("events %v", got)
	}
}
