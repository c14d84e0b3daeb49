package report

import (
	"math"

	"github.com/assay-bench/assay/archive/event"
)

// Workers is how evenly the ok events were spread over the workers: those that
// the plan asks for, also one that starved, and any others that had events.
type Workers struct {
	Count  int64   `json:"count"`
	Min    int64   `json:"min_events"`
	Mean   float64 `json:"mean_events"`
	Max    int64   `json:"max_events"`
	StdDev float64 `json:"stddev_events"` // of the population: √(Σ(n−mean)²/count)
	// MeanTime and StdDevTime are of each worker's sum of response times.
	MeanTime   float64 `json:"mean_time_ns"`
	StdDevTime float64 `json:"stddev_time_ns"`
}

// workers gathers what each worker did.
type workers map[workerKey]*worker

// workerKey tells workers of different loads apart, whose numbers are alike: it
// is the load's code and the number.
type workerKey uint64

// worker is ok events and the sum of their response times.
type worker struct{ events, time int64 }

// count takes an event of the first pass. A worker all of whose events failed
// counts with 0.
func (all workers) count(e *event.Event) {
	key := workerKey(e.Load)<<32 | workerKey(uint32(e.Worker))
	w := all[key]
	if w == nil {
		w = new(worker)
		all[key] = w
	}
	if e.Outcome == event.OK {
		w.events++
		w.time += e.Wait + e.Service
	}
}

// figures are those of at least so many workers.
func (all workers) figures(asked int64) Workers {
	f := Workers{Count: max(asked, int64(len(all)))}
	if f.Count == 0 {
		return f
	}
	starved := f.Count - int64(len(all))
	if starved == 0 {
		f.Min = math.MaxInt64
	}
	for _, w := range all {
		f.Min, f.Max = min(f.Min, w.events), max(f.Max, w.events)
		f.Mean += float64(w.events)
		f.MeanTime += float64(w.time)
	}
	n := float64(f.Count)
	f.Mean, f.MeanTime = f.Mean/n, f.MeanTime/n
	square := func(x float64) float64 { return x * x }
	events, times := float64(starved)*square(f.Mean), float64(starved)*square(f.MeanTime)
	for _, w := range all {
		events += square(float64(w.events) - f.Mean)
		times += square(float64(w.time) - f.MeanTime)
	}
	f.StdDev, f.StdDevTime = math.Sqrt(events/n), math.Sqrt(times/n)
	return f
}

// joinWorkers is the workers of all loads together.
func joinWorkers(all workers, loads []Load) Workers {
	var asked int64
	for i := range loads {
		asked += loads[i].Workers.Count
	}
	return all.figures(asked)
}
