package executor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/plan"
)

// slowSink takes its time over each batch and remembers how many events lay
// before it at most.
type slowSink struct {
	*memory
	delay func(batch int) time.Duration
	n     int
}

func (s *slowSink) Write(b *event.Batch) error {
	time.Sleep(s.delay(s.n))
	s.n++
	return s.memory.Write(b)
}

// TestSlowDisk runs three workers for twenty seconds, which hand over two
// batches a second each. A disk that lags is not noticed as long as there are empty
// batches; one that never keeps up makes workers wait, which is counted, and
// no more batches are made.
func TestSlowDisk(t *testing.T) {
	for name, test := range map[string]struct {
		delay func(batch int) time.Duration
		waits bool
	}{
		"lags once for four seconds": {func(n int) time.Duration {
			if n == 20 {
				return 4 * time.Second
			}
			return 0
		}, false},
		"never keeps up": {func(int) time.Duration { return time.Second }, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{answer: takes(time.Millisecond)}
				p := scriptPlan(update(), func(p *plan.Plan) {
					p.Loads[0].Duration, p.Loads[0].Threads = int64(20*time.Second), plan.Fixed(3)
				})
				m := &memory{}
				report, _, err := play(t, t.Context(), s, p, func(o *Options) {
					o.Sink = func(_, _ int, names *event.Names) (Sink, error) {
						m.names = names
						return &slowSink{memory: m, delay: test.delay}, nil
					}
				})
				if err != nil {
					t.Fatal(err)
				}
				m.check(t)
				c := report.Cells[0]
				if waited := c.Waits > 0 && c.WaitTime > int64(10*time.Second); waited != test.waits || !waited && c.Waits > 0 {
					t.Errorf("%d waits of %v", c.Waits, time.Duration(c.WaitTime))
				}
				if c.Events != int64(len(m.events)) {
					t.Errorf("the cell tells of %d events, %d were written", c.Events, len(m.events))
				}
				// What is made is what is written and what empty batches hold.
				room := int64((3 + spareBatches + 3) * batchEvents)
				if made := int64(20 * batchEvents); test.waits && c.Events > room+made+batchEvents {
					t.Errorf("%d events were made while the disk took %d", c.Events, made)
				}
			})
		})
	}
}
