//go:build unix

package executor

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/plan"
)

// pid is the server's process.
func (m *maria) pid() int {
	m.t.Helper()
	words := strings.Fields(m.sql("SELECT @@pid_file"))
	data, err := os.ReadFile(words[len(words)-1])
	if err != nil {
		m.t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		m.t.Fatal(err)
	}
	return pid
}

// A server that is stopped for a second in mid-run, as by a swapping machine,
// is seen by every user who would have come in that second: those due in its
// first half wait for half a second or more. A closed loop would have one such
// event for each worker.
func TestMariaDBStandsStillInAnOpenLoop(t *testing.T) {
	m := newMaria(t, servertest.Own(t))
	p := mariaPlan(2, 1000, 8, open(400, 8), func(p *plan.Plan) {
		p.Mixes[0].Transactions[0].Body.Steps[1].Query.Expect = noExpect
		p.Loads[0].Warmup, p.Loads[0].Cooldown = 0, 3*second
	})
	var once sync.Once
	still := make(chan error, 1)
	stop := func(o *Options) {
		pid := m.pid()
		o.Progress = func(p Progress) {
			if p.Phase != event.Measure || p.Events < 100 {
				return
			}
			once.Do(func() {
				go func() {
					err := syscall.Kill(pid, syscall.SIGSTOP)
					time.Sleep(time.Second)
					still <- firstOf(err, syscall.Kill(pid, syscall.SIGCONT))
				}()
			})
		}
	}
	_, archived, err := m.run(t.Context(), p, stop)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-still; err != nil {
		t.Fatal(err)
	}
	if b := archived.accounts(t, event.Measure); b.scheduled != 1600 || b.finished != 1600 {
		t.Errorf("measured phase: %+v", b)
	}
	late := 0
	for _, e := range archived.in(event.Measure) {
		if e.Wait+e.Service >= 500e6 {
			late++
		}
	}
	if late < 180 {
		t.Errorf("%d of 1,600 events took half a second, want the 200 of half a second at least", late)
	}
}
