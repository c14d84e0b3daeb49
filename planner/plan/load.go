package plan

import "github.com/assay-bench/assay/planner/expr"

// Load is one population of workers. All times are nanoseconds.
//
// The phases are common to a cell: its warm-up is as long as the longest of
// its loads, and a load with a shorter one starts later; the measured phase
// begins for all at once, and each load leaves it after its own Duration.
type Load struct {
	Name     string    `json:"name"`
	Mix      int       `json:"mix"`    // index into Plan.Mixes; -1 if the target is a probe
	Target   int       `json:"target"` // index into Plan.Targets
	Threads  Number    `json:"threads"`
	Open     *Open     `json:"open,omitempty"`   // nil: a closed loop
	Events   int64     `json:"events,omitempty"` // exact number over all workers; 0: no limit
	Each     bool      `json:"each,omitempty"`   // Events is the number for each worker
	Warmup   int64     `json:"warmup"`
	Duration int64     `json:"duration"` // of the measured phase; 0: until Events are done
	Cooldown int64     `json:"cooldown"`
	Grace    int64     `json:"grace"`          // from the end of the last phase to the hard deadline
	Think    expr.Expr `json:"think,omitzero"` // microseconds between events, in no event's time; may be absent
	Errors   Errors    `json:"errors"`
	Base     float64   `json:"base,omitempty"`   // workers before the first stage of a closed loop, of whom there are Threads at most
	Stages   []Stage   `json:"stages,omitempty"` // the measured phase in parts; their lengths are Duration

	Reconnect    int64 `json:"reconnect,omitempty"`     // events after which a worker connects anew; 0: never
	StartTimeout int64 `json:"start_timeout,omitempty"` // for all workers to connect; 0: no limit but each connection's
}

// Errors is the policy for failed statements. What is neither ignored nor
// retried fails the cell; a lost connection is always replaced.
type Errors struct {
	Retry       []int `json:"retry,omitempty"`  // codes: roll back, wait, run the event anew
	Ignore      []int `json:"ignore,omitempty"` // codes: roll back, count, go on; -1 is every code
	MaxAttempts int   `json:"max_attempts"`     // of one event; then its outcome is error
	Backoff     int64 `json:"backoff"`          // before the second attempt; doubles with each, with jitter
	BackoffMax  int64 `json:"backoff_max"`
	Reconnect   int64 `json:"reconnect"` // how long a lost connection is sought before the cell fails
}

// Open makes a load an open loop: events are due at instants of their own, and
// the workers take them in that order. Each phase has its own arrivals, the
// first of which is due a gap after the phase's beginning, or with constant
// gaps at once.
type Open struct {
	Rate      float64 `json:"rate"`                 // arrivals per second
	PerWorker bool    `json:"per_worker,omitempty"` // Rate is to be multiplied by the number of workers
	Arrivals  string  `json:"arrivals"`             // Poisson or Constant
	Overload  string  `json:"overload"`             // Wait, Drop or Stop
	MaxWait   int64   `json:"max_wait,omitempty"`   // nanoseconds from which on Drop and Stop do so
}

// The words of Open.
const (
	Poisson  = "poisson"  // independent arrivals, exponential gaps
	Constant = "constant" // equal gaps
	Wait     = "wait"     // arrivals wait as long as it takes
	Drop     = "drop"     // one that has waited too long is given up when its turn comes
	Stop     = "stop"     // the load ends when one has waited too long
)

// Bounds of the rate of a load.
const (
	LeastRate = 0.001 // but for 0: connections that do nothing
	MostRate  = 1e7
)
