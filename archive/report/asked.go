package report

import (
	"errors"
	"io/fs"

	"github.com/assay-bench/assay/archive"
)

// Asked is what the plan asks of a load. Threads is 0 if it depends on facts
// of the host, Events and Duration are 0 where they are no limit.
type Asked struct {
	Threads  int64 `json:"threads"`
	Events   int64 `json:"events"`
	Duration int64 `json:"duration_ns"`
	Grace    int64 `json:"grace_ns"` // from the end to the hard deadline
}

// threads is 0 without a plan.
func (a *Asked) threads() int64 {
	if a == nil {
		return 0
	}
	return a.Threads
}

// askedOf is what the plan asks of the load of that code.
func (m *measured) askedOf(code uint16) *Asked {
	l := m.load(code)
	if l == nil {
		return nil
	}
	a := &Asked{Events: l.Events, Duration: l.Duration, Grace: l.Grace}
	if l.Threads.Known() {
		a.Threads = l.Threads.N
	}
	return a
}

// askedBy is how many threads the plan asks for a part: those of its load, or
// of all loads in total.
func (m *measured) askedBy(p *part) int64 {
	var sum int64
	for code, part := range m.parts {
		if part == p || p == m.total {
			sum += m.askedOf(code).threads()
		}
	}
	return sum
}

// Fact is one thing known about the host before the run.
type Fact struct {
	Host   string `json:"host"`
	Source string `json:"source"`
	Name   string `json:"name"`
	Value  string `json:"value"`
	Unit   string `json:"unit,omitempty"`
}

// hostFacts are the facts of the whole run as it began. It is not nil: JSON
// then has [] where there are none, as in a run that is still running.
func hostFacts(run *archive.Run) ([]Fact, error) {
	all := []Fact{}
	facts, err := run.Facts()
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	for _, f := range facts {
		if f.Cell == -1 && f.When == "before" {
			all = append(all, Fact{f.Host, f.Source, f.Name, f.Value, f.Unit})
		}
	}
	return all, err
}
