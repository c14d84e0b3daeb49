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
	if _, ok := c.sessions[0].conn.(driver.Pollable); !ok {
		return nil, loop.Strategy{}.String()
	}
	cpus := loop.CPUs()
	strategy := loop.Choose(loop.Setting{
		Connections: len(c.workers), Beside: c.shared.workers - len(c.workers), CPUs: len(cpus), Transport: c.transport(), Paced: !c.load.Think.Absent() || c.load.Open != nil,
	})
	loops := make(seated, 0, strategy.Loops)
	for i := range strategy.Loops {
		l, err := loop.New(c.workers[i].clock.start, strategy.Thread(i, cpus))
		if err != nil {
			loops.close()
			return nil, loop.Strategy{}.String() + ", since this system has no event loop: " + err.Error()
		}
		loops = append(loops, l)
	}
	for i, w := range c.workers {
		if task := loops[i%len(loops)].Task(); w.sit(task) {
			task.Do(w.run)
		} else if i == 0 { // TLS, compression: the others will be alike
			loops.close()
			return nil, loop.Strategy{}.String()
		}
	}
	return loops, strategy.String()
}

func (l seated) close() {
	for _, one := range l {
		one.Close()
	}
}
