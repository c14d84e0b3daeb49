package executor

import (
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/loop"
)

// seated is the loops that serve workers of a crew.
type seated []*loop.Loop

// run runs them, each on a goroutine of its own.
func (l seated) run(start func(func())) {
	for _, one := range l {
		start(one.Run)
	}
}

// seat finds places in event loops for the workers whose connections can be
// lent, and says in words how the crew is served. A system that has no such
// loops leaves every worker its goroutine.
func (c *crew) seat() (seated, string) {
	goroutines := loop.Strategy{}.String()
	if _, ok := c.sessions[0].conn.(driver.Pollable); !ok {
		return nil, goroutines
	}
	cpus := loop.CPUs()
	strategy := c.strategy(len(cpus))
	loops, err := c.loops(strategy, cpus)
	if err != nil {
		return nil, goroutines + ", since this system has no event loop: " + err.Error()
	}
	if len(loops) == 0 {
		return nil, goroutines
	}
	for i, w := range c.workers {
		if task := loops[i%len(loops)].Task(); w.sit(task) {
			task.Do(w.run)
		} else if i == 0 { // TLS, compression: the others will be alike
			loops.close()
			return nil, goroutines
		}
	}
	return loops, strategy.String()
}

// strategy is how the crew is served on so many processors. A quota makes the
// Go runtime use fewer than there are.
func (c *crew) strategy(cpus int) loop.Strategy {
	return loop.Choose(loop.Setting{
		Connections: len(c.workers),
		Beside:      c.shared.workers - len(c.workers),
		CPUs:        min(cpus, c.shared.cpus),
		Share:       c.shared.cpus < cpus,
		Transport:   c.transport(),
		Paced:       !c.load.Think.Absent() || c.load.Open != nil,
	})
}

// loops makes those of a strategy.
func (c *crew) loops(s loop.Strategy, cpus []int) (seated, error) {
	loops := make(seated, 0, s.Loops)
	for i := range s.Loops {
		l, err := loop.New(c.workers[i].clock.start, s.Thread(i, cpus))
		if err != nil {
			loops.close()
			return nil, err
		}
		loops = append(loops, l)
	}
	return loops, nil
}

// close frees loops that will not run.
func (l seated) close() {
	for _, one := range l {
		one.Close()
	}
}
