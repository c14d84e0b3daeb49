package report

import (
	"errors"
	"io/fs"
	"strconv"
)

// Asked is what the plan asks of a load. Threads is 0 if they depend on the
// host and the run did not note how many that made, Events and Duration are 0 where they are no limit.
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

// events is 0 without a plan, and without an end but by time.
func (a *Asked) events() int64 {
	if a == nil {
		return 0
	}
	return a.Events
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
		return a
	}
	a.Threads, _ = strconv.ParseInt(m.noted("load."+l.Name+".threads"), 10, 64)
	return a
}

// noted is what the executor found out when the repeat began and noted as a
// fact; empty if it did not.
func (m *measured) noted(name string) string {
	for i := range m.facts {
		if f := &m.facts[i]; f.Cell == m.cell.Cell && f.Repeat == m.cell.Repeat && f.Name == name {
			return f.Value
		}
	}
	return ""
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

// readFacts takes those of the whole run as it began into the summary. A run
// that is still running has none.
func (s *summariser) readFacts() error {
	var err error
	if s.facts, err = s.run.Facts(); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range s.facts {
		if f.Cell == -1 && f.When == "before" {
			s.summary.Facts = append(s.summary.Facts, Fact{f.Host, f.Source, f.Name, f.Value, f.Unit})
		}
	}
	return err
}
