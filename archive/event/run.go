package event

import "strconv"

// Cell is one repeat of one cell as it ran.
type Cell struct {
	Cell       int
	Repeat     int
	Sequence   int      // position in the order of execution, from 0
	Factors    []Factor // values in the plan's order
	Status     string   // complete, interrupted, failed, recovered; empty while it runs
	Reason     string   // one sentence if not complete
	Seed       uint64
	Start      int64 // wall clock, Unix nanoseconds
	Phases     []Span
	Data       string // fresh, reused or none
	Events     int64
	Statements int64
	Waits      int64 // how often a worker waited for the archive
	WaitTime   int64 // and for how long, nanoseconds
}

// Factor is the value of one factor, with its type.
type Factor struct {
	Name  string
	Kind  string // int, float, bool, string
	Int   int64  // also bool
	Float float64
	Text  string
}

// String is the value as people write it: numbers in their shortest form that
// reads back the same, text as it is.
func (f *Factor) String() string {
	switch f.Kind {
	case "int":
		return strconv.FormatInt(f.Int, 10)
	case "float":
		return strconv.FormatFloat(f.Float, 'g', -1, 64)
	case "bool":
		return strconv.FormatBool(f.Int != 0)
	}
	return f.Text
}

// Span is when a phase ran; both ends in nanoseconds since the run's start.
type Span struct {
	Phase      uint8
	Start, End int64
}

// Arrival is what became, in one second, of the arrivals of one phase of an
// open loop. Those of a phase are due in it, and may wait beyond its end.
//
// Seconds count from the beginning of the measured phase, so none belongs to
// two phases. At the end of the load, over the rows of a phase, Scheduled =
// Finished + Failed + Dropped + the last row's Waiting, exactly.
type Arrival struct {
	Second    int64 // start of the second, or of the load in it; nanoseconds since the run's start
	Scheduled int64 // due in it
	Started   int64 // begun in it
	Finished  int64 // ended in it, ok or rolled back as the spec has it
	Failed    int64 // ended in it otherwise
	Dropped   int64 // given up in it without a start
	Waiting   int64 // due but neither begun nor dropped at its end
	Load      uint16
	Phase     uint8
}

// Fact is one thing known about a host, a server or the tool. Cell and Repeat
// are -1 for the whole run.
type Fact struct {
	Cell, Repeat int
	When         string // before or after
	Host         string
	Source       string // host, server, assay
	Name         string
	Value        string
	Unit         string
}

// Sample is one reading of a counter or gauge.
type Sample struct {
	Time   int64 // nanoseconds since the run's start
	Host   string
	Source string
	Name   string
	Kind   string // counter or gauge
	Value  float64
	Unit   string
}

// Clock is one pair of readings, taken together.
type Clock struct {
	Wall      int64 `json:"wall_ns"`      // Unix nanoseconds
	Monotonic int64 `json:"monotonic_ns"` // nanoseconds since the run's start
}
