package report

import (
	"fmt"
	"strconv"
	"strings"
)

// Validity tells whether the figures of a repeat are the database's, or those
// of a machine or a load generator that was the bottleneck.
type Validity struct {
	Valid  bool    `json:"valid"`  // no check failed
	Checks []Check `json:"checks"` // that could be made
}

// Check is one reading and its limit.
type Check struct {
	Check string  `json:"check"`
	Value float64 `json:"value"`
	Limit float64 `json:"limit"` // a value above it makes the repeat doubtful
	Unit  string  `json:"unit"`
	OK    bool    `json:"ok"`

	why string // it matters, if it fails
}

// readings are what a repeat is judged by. What is not known is negative.
type readings struct {
	cores   float64 // that the process may use; unknown if its processors are a database's too
	length  float64 // of the measured phase, ns
	cpu     float64 // of the process, ns
	paused  float64 // by garbage collections, ns
	longest float64 // of these pauses, ns
	waited  float64 // by workers, for the archive, ns
	workers float64
	lag     float64 // p99 of the start lag of an open loop, ns
	step    float64 // of the wall clock, its size, ns
	stolen  float64 // ns
	machine float64 // time of all processors of the machine, ns
}

// The limits. Up to them a figure may be wrong by about as much as two runs of
// one plan differ anyway.
const (
	cpuLimit     = 0.9  // beyond it work waits for a processor of the client: M/M/1 has a mean queue of nine there
	pausedLimit  = 0.01 // of the phase
	longestLimit = 10   // ms; more shows in a p99 of short events
	waitLimit    = 0.01 // of the workers' time
	lagLimit     = 1    // ms
	stepLimit    = 10   // ms; a clock that is slewed does not reach it in a second
	stolenLimit  = 0.01 // of the machine's time
)

// judge makes the checks for which there are readings.
func judge(r readings) *Validity {
	v := &Validity{Valid: true, Checks: []Check{}}
	check := func(name string, value, limit float64, unit, why string, known ...float64) {
		for _, reading := range known {
			if reading < 0 {
				return
			}
		}
		ok := value <= limit
		v.Valid = v.Valid && ok
		v.Checks = append(v.Checks, Check{Check: name, Value: value, Limit: limit, Unit: unit, OK: ok, why: why})
	}
	check("client_cpu", ratio(r.cpu, r.cores*r.length), cpuLimit, "share", "the load generator was short of processors", r.cpu, r.cores, r.length)
	check("gc_paused", ratio(r.paused, r.length), pausedLimit, "share", "garbage collection stopped the load generator", r.paused, r.length)
	check("gc_longest", r.longest/1e6, longestLimit, "ms", "a garbage collection stopped the load generator", r.longest)
	check("archive_wait", ratio(r.waited, r.workers*r.length), waitLimit, "share", "workers waited for the archive", r.waited, r.workers, r.length)
	check(lagCheck, r.lag/1e6, lagLimit, "ms", "the load generator began events late", r.lag)
	check("clock_step", r.step/1e6, stepLimit, "ms", "the wall clock was set: instants of before and after do not fit together", r.step)
	check("stolen", ratio(r.stolen, r.machine), stolenLimit, "share", "the machine's hypervisor gave its processors to others", r.stolen, r.machine)
	return v
}

// ratio is a ÷ b; nothing of nothing.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// readings takes them from what the run noted; false if it noted none, as a
// run that died, or an older version.
func (m *measured) readings(loads []Load) (r readings, noted bool) {
	client := map[string]float64{}
	for i := range m.facts {
		if f := &m.facts[i]; f.Source == "client" && f.Cell == m.cell.Cell && f.Repeat == m.cell.Repeat {
			if n, err := strconv.ParseFloat(f.Value, 64); err == nil {
				client[f.Name] = n
			}
		}
	}
	known := func(name string) float64 {
		if n, ok := client[name]; ok {
			return n
		}
		return -1
	}
	r = readings{
		cores: known("cores"), length: known("length"), cpu: known("cpu"), paused: known("gc_paused"), longest: known("gc_longest"),
		waited: float64(m.cell.WaitTime), step: max(client["clock_step"], -client["clock_step"]), stolen: known("stolen"), machine: known("machine"), lag: -1,
	}
	for i := range loads {
		r.workers += float64(loads[i].Workers.Count)
		if a := loads[i].Arrivals; a != nil && a.Lag != nil {
			r.lag = max(r.lag, float64(m.lagOf(loads[i].Load)))
		}
	}
	return r, len(client) > 0
}

// validity judges the repeat; nil if nothing was noted.
func (m *measured) validity(loads []Load) *Validity {
	r, noted := m.readings(loads)
	if !noted {
		return nil
	}
	return judge(r)
}

// String is the check in words: "client CPU 97 % (limit 90 %)".
func (c *Check) String() string {
	words := strings.ReplaceAll(c.Check, "_", " ")
	if c.Unit == "share" {
		return fmt.Sprintf("%s %s %% (limit %v %%)", words, significant(100*c.Value), 100*c.Limit)
	}
	return fmt.Sprintf("%s %s %s (limit %v %s)", words, significant(c.Value), c.Unit, c.Limit, c.Unit)
}

// lagCheck is told of each load by itself.
const lagCheck = "start_lag_p99"

// doubtValidity tells why a repeat is marked.
func (s *summariser) doubtValidity(m *measured, v *Validity) {
	if v == nil {
		return
	}
	for i := range v.Checks {
		if c := &v.Checks[i]; !c.OK && c.Check != lagCheck {
			s.warn(m, "", "not valid: %s: %s", c.why, c)
		}
	}
}

// doubtful tells whether a repeat is marked as one whose figures may not be
// the database's.
func (r *Repeat) doubtful() bool { return r.Validity != nil && !r.Validity.Valid }
