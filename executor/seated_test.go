//go:build linux

package executor

import (
	"context"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/loop"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// open opens the MySQL driver on m.
func (m *maria) open(ctx context.Context, p *plan.Plan) driver.Driver {
	m.t.Helper()
	db, err := mysql.Open(ctx, &p.Targets[0], m.endpoint())
	if err != nil {
		m.t.Fatal(err)
	}
	return db
}

// One event on MariaDB, in an event loop, costs no allocation from end to end:
// a transaction of BEGIN, a point query, an update and COMMIT.
func TestSeatedEventsDoNotAllocate(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	p := mariaPlan(2, 100, 1)
	o, _ := m.options()
	if err := Prepare(t.Context(), p, o); err != nil {
		t.Fatal(err)
	}
	w := loneOn(t, p, m.open(t.Context(), p))
	l, err := loop.New(w.clock.start, loop.Thread{CPU: -1})
	if err != nil {
		t.Fatal(err)
	}
	task := l.Task()
	if !w.sit(task) {
		t.Fatal("the connection cannot be lent")
	}
	task.Do(func() {
		n := int64(0)
		once := func() {
			w.rec.due(w.clock.now(), 0)
			w.perform(w.clock.now(), event.Measure, n)
			if n++; w.event.ErrorCode != 0 || w.event.Statements != 4 {
				t.Errorf("event %+v", w.event)
			}
		}
		for range 70 * batchEvents { // every batch of the pool has been filled once
			once()
		}
		if allocations := testing.AllocsPerRun(1000, once); allocations != 0 {
			t.Errorf("an event costs %v allocations", allocations)
		}
		if w.seat.Lag() <= 0 {
			t.Error("no answer has waited")
		}
		w.seat, w.rec.seat = nil, nil // what follows is outside of the loop
	})
	var wg sync.WaitGroup
	wg.Go(l.Run)
	wg.Wait()
}

// An idle connection costs at most 64 KiB of this process, in all: session,
// worker, coroutine, batches, and what the runtime keeps beside them.
func TestMemoryOfIdleConnections(t *testing.T) {
	const workers, most = 1000, 64 << 10
	m := newMaria(t, servertest.MariaDB(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := memoryInUse()
	var after uint64
	p := mariaPlan(1, 10, workers, lasting(time.Hour, workers), func(p *plan.Plan) { p.Loads[0].Think = expr.ConstFloat(3600e6) })
	_, _, err := m.run(ctx, p, func(o *Options) {
		o.Progress = func(at Progress) {
			if at.Events == workers && after == 0 { // each has done one and thinks
				after = memoryInUse()
				cancel()
			}
		}
	})
	if ctx.Err() == nil {
		t.Fatal(err)
	}
	if each := (after - before) / workers; after <= before || each > most {
		t.Errorf("an idle connection holds %d bytes, more than %d", each, most)
	} else {
		t.Logf("an idle connection holds %d bytes", each)
	}
}

// memoryInUse is what the runtime has of the system and has not given back.
func memoryInUse() uint64 {
	debug.FreeOSMemory()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.Sys - s.HeapReleased
}

// Sessions that are killed on the server in mid-run are replaced, in a loop as
// elsewhere: each loss is one event more that took two attempts.
func TestKilledSessionsInALoop(t *testing.T) {
	m := newMaria(t, servertest.MariaDB(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	killed := make(chan int, 1) // the oldest sessions, which are workers'
	go func() {
		defer cancel()
		m.await("information_schema.processlist WHERE db = '" + m.name + "' AND command <> 'Connect' HAVING count(*) >= 20")
		time.Sleep(300 * time.Millisecond)
		ids := strings.Fields(m.sql("SELECT id FROM information_schema.processlist WHERE db = '" + m.name + "' AND id <> connection_id() ORDER BY id LIMIT 7"))
		for _, id := range ids {
			m.sql("KILL " + id)
		}
		killed <- len(ids)
		time.Sleep(500 * time.Millisecond)
	}()
	report, archived, err := m.run(ctx, mariaPlan(4, 1000, 20, lasting(time.Hour, 20)))
	if ctx.Err() == nil {
		t.Fatal(err)
	}
	var served string
	for _, f := range report.Facts {
		if f.Name == "load.oltp.client" {
			served = f.Value
		}
	}
	n := <-killed
	if got := archived.labelled(labelConnect, event.Measure); !strings.Contains(served, "loop") || n != 7 || got != n {
		t.Errorf("served by %s: %d sessions killed, %d made anew", served, n, got)
	}
	if done := outcomes(archived.in(event.Measure)); done["ok"] < 100 || done["error"] > 0 {
		t.Errorf("events %v", done)
	}
}
