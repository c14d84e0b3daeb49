package report

import (
	"time"
)

// Version is that of the JSON form of a Summary. It changes when a field goes
// or changes its meaning, not when one is added.
const Version = 1

// Summary is the figures of a run, cell by cell. Names in JSON are those of
// the glossary, with the unit at the end; what is not known is null.
type Summary struct {
	Version     int         `json:"version"`
	Run         string      `json:"run"`
	Experiment  string      `json:"experiment"`
	Digest      string      `json:"digest"`
	Seed        uint64      `json:"seed"`
	Status      string      `json:"status"`
	Reason      string      `json:"reason,omitempty"`
	Tool        string      `json:"tool"`
	Started     time.Time   `json:"started"`
	Ended       time.Time   `json:"ended,omitzero"`
	Percentiles []float64   `json:"percentiles"`
	Interval    int64       `json:"interval_ns,omitempty"`
	Checkpoints []int64     `json:"checkpoints_ns,omitempty"`
	Facts       []Fact      `json:"facts"`
	Cells       []Cell      `json:"cells"`
	Asserts     []Assertion `json:"asserts"`
	Warnings    []Warning   `json:"warnings"`

	invalid bool // repeats that are not valid are compared all the same
}

// Cell is one combination of factors.
type Cell struct {
	Cell    int      `json:"cell"`
	Factors Factors  `json:"factors"`
	Repeats []Repeat `json:"repeats"`
	// Median is each figure's median over the repeats that are complete, by
	// load and then in total; of an even number the mean of the middle two.
	// It is absent with fewer than two.
	Median []Figures `json:"median,omitempty"`
}

// Repeat is one run of a cell.
type Repeat struct {
	Repeat   int      `json:"repeat"`
	Sequence int      `json:"sequence"`
	Status   string   `json:"status"`
	Reason   string   `json:"reason,omitempty"`
	Data     string   `json:"data"`
	Loading  *Loading `json:"loading"` // null if nothing was loaded
	Loads    []Load   `json:"loads"`
	Total    *Load    `json:"total"` // over all loads; its load is ""

	Validity *Validity `json:"validity"` // null if the run noted nothing to judge by
}

// Figures are the headline of a load.
type Figures struct {
	Load       string   `json:"load"`
	Throughput float64  `json:"throughput_per_s"` // ok events due in the measured phase ÷ its length
	Response   *Latency `json:"response"`         // of ok events: end − due; null without any
	Service    *Latency `json:"service"`          // of ok events: end − start
}

// Load is what one load did in its measured phase.
type Load struct {
	Figures
	Length       int64         `json:"length_ns"`       // of its measured phase; in total the longest
	Probe        *Probe        `json:"probe,omitempty"` // that it runs; absent if it runs a mix, and in total
	Bytes        int64         `json:"bytes"`           // of ok events: moved by a probe, received from a database as far as its driver tells
	Asked        *Asked        `json:"asked"`           // null in total and if the plan cannot be read
	Arrivals     *Arrivals     `json:"arrivals"`        // null in a closed loop, and in total of several loads
	Events       Outcomes      `json:"events"`
	Statements   Statements    `json:"statements"`
	Transactions []Transaction `json:"transactions"`
	Hosts        []Host        `json:"hosts,omitempty"`  // absent with one host
	Stages       []Stage       `json:"stages,omitempty"` // absent without stages, and in total of several loads
	Labels       []Label       `json:"labels"`           // null unless statements were archived
	Errors       []ErrorCount  `json:"errors"`
	Retries      int64         `json:"retries"`    // attempts beyond the first
	Reconnects   *int64        `json:"reconnects"` // null unless statements were archived
	Workers      Workers       `json:"workers"`
	Client       string        `json:"client,omitempty"` // how connections were served; absent in total, and if not noted
	Histogram    []Bin         `json:"histogram,omitempty"`
	Intervals    []Piece       `json:"intervals,omitempty"`
	// Checkpoints are what was done between them: from the beginning to the
	// first, from each to the next, from the last to the end.
	Checkpoints []Piece `json:"checkpoints,omitempty"`
}

// Probe is the probe of the hardware that a load runs.
type Probe struct {
	Kind    string  `json:"kind"`
	Options Factors `json:"options"` // an object; sizes are bytes, durations nanoseconds
	// Step is one of Steps equal parts of an event, if there are any: a load
	// of a chase, a lock. Its time is the median of events ÷ steps.
	Step  string   `json:"step,omitempty"`
	Steps int64    `json:"steps,omitempty"`
	Time  *float64 `json:"step_ns,omitempty"`
}

// Outcomes counts events by how they ended.
type Outcomes struct {
	Total      int64 `json:"total"`
	OK         int64 `json:"ok"`
	Rollback   int64 `json:"rollback"`
	Error      int64 `json:"error"`
	Unexpected int64 `json:"unexpected"`
	Cancelled  int64 `json:"cancelled"`
}

// Latency is a distribution of times.
type Latency struct {
	Count       int64        `json:"count"`
	Min         int64        `json:"min_ns"`
	Mean        float64      `json:"mean_ns"`
	Max         int64        `json:"max_ns"`
	Sum         int64        `json:"sum_ns"`
	Percentiles []Percentile `json:"percentiles"`
}

// Percentile is the ⌈p·n/100⌉-th smallest of n values.
type Percentile struct {
	P     float64 `json:"p"`
	Value int64   `json:"value_ns"`
}

// Statements counts statements by kind; connects are in none. Total is known
// from the events alone.
type Statements struct {
	Total int64   `json:"total"`
	Late  int64   `json:"late"`             // of total, those that began after the phase; estimated unless statements were archived
	Rate  float64 `json:"statements_per_s"` // (total − late) ÷ length; of several loads the sum of theirs
	Read  *int64  `json:"read"`
	Write *int64  `json:"write"`
	Other *int64  `json:"other"`
	Error *int64  `json:"error"`
	Lost  *int64  `json:"lost"` // of error, those whose connection ended
}

// Transaction is the share of one transaction in a load.
type Transaction struct {
	Transaction string   `json:"transaction"`
	Events      Outcomes `json:"events"`
	Bytes       int64    `json:"bytes"` // of ok events
	Response    *Latency `json:"response"`
	Service     *Latency `json:"service"`
}

// Label is the share of one statement in a load. Its service time is that of
// the executions that succeeded.
type Label struct {
	Transaction string   `json:"transaction"`
	Statement   string   `json:"statement"`
	Executed    int64    `json:"executed"`
	Throughput  float64  `json:"throughput_per_s"` // of those that succeeded and began in the phase
	Errors      int64    `json:"errors"`
	Rows        int64    `json:"rows"`
	Affected    int64    `json:"affected"`
	Service     *Latency `json:"service"`
}

// ErrorCount is how often a statement failed with a code. Transaction and
// Statement are "" if only the events were archived; then each event's last
// error counts.
type ErrorCount struct {
	Code        int32  `json:"code"`
	Transaction string `json:"transaction"`
	Statement   string `json:"statement"`
	Count       int64  `json:"count"`
}

// Loading is how the tables were filled.
type Loading struct {
	Length int64         `json:"length_ns"` // of the phase load, with the indexes that it builds
	Chunks int64         `json:"chunks"`
	Errors int64         `json:"errors"` // chunks that were not loaded
	Rows   *int64        `json:"rows"`   // null unless statements were archived
	Rate   *float64      `json:"rows_per_s"`
	Tables []LoadedTable `json:"tables"`
}

// LoadedTable is the share of one table.
type LoadedTable struct {
	Table  string `json:"table"`
	Chunks int64  `json:"chunks"`
	Rows   *int64 `json:"rows"`
}

// Warning is a doubt about figures. Cell and Repeat are null, and Load "",
// where it holds for all.
type Warning struct {
	Cell    *int   `json:"cell"`
	Repeat  *int   `json:"repeat"`
	Load    string `json:"load,omitempty"`
	Message string `json:"message"` // one sentence

	reason string // of the repeat that did not complete, if that is the doubt
}

// Assertion is how one assertion of the experiment went in one repeat.
type Assertion struct {
	Name    string   `json:"name"`
	Cell    int      `json:"cell"`
	Repeat  int      `json:"repeat"`
	Held    bool     `json:"held"`
	Message string   `json:"message,omitempty"` // the author's, or why it could not be told
	Values  []string `json:"values"`            // what it was judged by: "result.errors = 3"
}

// Failed tells whether a repeat failed; one that was interrupted did not.
func (s *Summary) Failed() bool {
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			if s.Cells[i].Repeats[j].Status == "failed" {
				return true
			}
		}
	}
	return s.Status == "failed"
}

// Broken tells whether an assertion did not hold.
func (s *Summary) Broken() bool {
	for i := range s.Asserts {
		if !s.Asserts[i].Held {
			return true
		}
	}
	return false
}
