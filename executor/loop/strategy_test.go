package loop

import (
	"testing"

	"github.com/assay-bench/assay/executor/driver"
)

func TestChoose(t *testing.T) {
	for name, c := range map[string]struct {
		setting Setting
		want    string
	}{
		"nothing to lend":             {Setting{0, 0, 2, false, driver.Socket, false}, "a goroutine for each connection"},
		"processors not known":        {Setting{4, 0, 0, false, driver.Socket, false}, "a goroutine for each connection"},
		"one, 2 processors":           {Setting{1, 0, 2, false, driver.Socket, false}, "1 event loop, spinning for 50µs"},
		"one beside another":          {Setting{1, 1, 2, false, driver.Socket, false}, "1 event loop"},
		"one over TCP":                {Setting{1, 0, 2, false, driver.Loopback, false}, "1 event loop, spinning for 50µs"},
		"one, 1 processor":            {Setting{1, 0, 1, false, driver.Socket, false}, "1 event loop"},
		"one, far away":               {Setting{1, 0, 2, false, driver.Remote, false}, "1 event loop"},
		"one that pauses":             {Setting{1, 0, 2, false, driver.Socket, true}, "1 event loop, spinning for 50µs"},
		"two":                         {Setting{2, 0, 2, false, driver.Socket, false}, "2 event loops"},
		"three":                       {Setting{3, 0, 2, false, driver.Socket, false}, "1 event loop, SCHED_BATCH"},
		"four":                        {Setting{4, 0, 2, false, driver.Socket, false}, "2 event loops, pinned, SCHED_BATCH"},
		"sixteen":                     {Setting{16, 0, 2, false, driver.Socket, false}, "2 event loops, pinned, SCHED_BATCH"},
		"many":                        {Setting{256, 0, 2, false, driver.Loopback, false}, "2 event loops, pinned, SCHED_BATCH"},
		"many that pause":             {Setting{256, 0, 2, false, driver.Socket, true}, "2 event loops"},
		"many, 2 of more processors":  {Setting{256, 0, 2, true, driver.Socket, false}, "2 event loops, SCHED_BATCH"},
		"many, far away":              {Setting{256, 0, 2, false, driver.Remote, false}, "2 event loops"},
		"half of 16 processors":       {Setting{8, 0, 16, false, driver.Socket, false}, "8 event loops, spinning for 50µs"},
		"more than half":              {Setting{12, 0, 16, false, driver.Socket, false}, "12 event loops"},
		"few for each of 16":          {Setting{20, 0, 16, false, driver.Socket, false}, "10 event loops, SCHED_BATCH"},
		"enough for each of 16":       {Setting{1000, 0, 16, false, driver.Socket, false}, "16 event loops, pinned, SCHED_BATCH"},
		"more connections than sense": {Setting{100_000, 0, 1, false, driver.Socket, false}, "1 event loop, pinned, SCHED_BATCH"},
	} {
		if got := Choose(c.setting).String(); got != c.want {
			t.Errorf("%s: %s; want %s", name, got, c.want)
		}
	}
}

// Pinned loops have a processor each, of those that the process may use.
func TestThreads(t *testing.T) {
	cpus := []int{3, 5}
	s := Choose(Setting{64, 0, len(cpus), false, driver.Socket, false})
	for i, want := range cpus {
		if got := s.Thread(i, cpus); got != (Thread{Batch: true, CPU: want}) {
			t.Errorf("loop %d is scheduled as %+v", i, got)
		}
	}
	if got := Choose(Setting{1, 0, 2, false, driver.Socket, false}).Thread(0, cpus); got != (Thread{Spin: spin, CPU: -1}) {
		t.Errorf("a lone connection is served by %+v", got)
	}
}
