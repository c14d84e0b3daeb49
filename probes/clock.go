package probes

import (
	"context"
	"strconv"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// timepiece is the driver of the probe clock.
type timepiece struct {
	method string
	reads  int64
	sleep  time.Duration
}

// newClock reads the options.
func newClock(v probe.Values, _ driver.Endpoint) (driver.Driver, error) {
	return &timepiece{v.Text("clock_method"), v.Int("clock_reads"), time.Duration(v.Int("clock_sleep"))}, nil
}

// Facts are the version of the loops, and the resolution of the clock.
func (c *timepiece) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{
		{Name: "kernel", Value: "clock/" + c.method + "/1"},
		{Name: "resolution", Value: strconv.FormatInt(int64(resolution()), 10)},
	}, nil
}

// resolution is the smallest difference above 0 of two readings in a row, in
// nanoseconds: what the clock tells apart, or what a reading takes if that is
// longer.
func resolution() time.Duration {
	least := time.Duration(1<<63 - 1)
	start := time.Now()
	for last := time.Duration(0); last < time.Millisecond; {
		now := time.Since(start)
		if d := now - last; d > 0 {
			least = min(least, d)
		}
		last = now
	}
	return least
}

func (c *timepiece) Open(context.Context, int) (driver.Conn, error) { return &watcher{clock: c}, nil }
func (c *timepiece) Close() error                                   { return nil }

// Threads is how many threads a session keeps in the kernel: itself, asleep.
func (c *timepiece) Threads() int {
	if c.method == "sleep" {
		return 1
	}
	return 0
}

// watcher is a session.
type watcher struct {
	seat
	clock *timepiece
	last  time.Duration // read, so that reading is not left out
}

// Operate reads the clock, or sleeps once.
func (s *watcher) Operate(int64, *driver.Operation) error {
	c := s.clock
	switch c.method {
	case "sleep":
		return asleep(c.sleep)
	case "go":
		time.Sleep(c.sleep)
		return nil
	}
	start := time.Now()
	for range c.reads {
		s.last = time.Since(start)
	}
	return nil
}
