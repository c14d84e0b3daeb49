package plan

import (
	"fmt"

	"github.com/assay-bench/assay/planner/expr"
)

// Probe is a hardware probe: a target whose operations are not SQL. All its
// options are here but for the path that it works in, which reaches the driver
// as an Endpoint.
type Probe struct {
	Kind       string        `json:"kind"`       // cpu, memory, …
	Operations []string      `json:"operations"` // of its events, by number
	Options    []ProbeOption `json:"options"`    // with all defaults

	// Step is one of Steps equal parts of an event, such as a load or a lock,
	// if its time divided by their number tells something; else empty.
	Step  string `json:"step,omitempty"`
	Steps int64  `json:"steps,omitempty"`
}

// ProbeOption is one option of a probe; sizes are bytes, durations nanoseconds.
type ProbeOption struct {
	Name  string    `json:"name"`
	Value expr.Expr `json:"value"` // a constant
}

// ProbeDriver is the driver of all targets that are probes.
const ProbeDriver = "probe"

// Probe is the probe that a load runs, or nil if it runs a mix.
func (p *Plan) Probe(l *Load) *Probe { return p.Targets[l.Target].Probe }

// Operations are the names of the events of a load, each once.
func (p *Plan) Operations(l *Load) (names []string) {
	if probe := p.Probe(l); probe != nil {
		return probe.Operations
	}
	for i := range p.Mixes[l.Mix].Transactions {
		names = append(names, p.Mixes[l.Mix].Transactions[i].Name)
	}
	return names
}

// maxOperations is more than any probe has.
const maxOperations = 100

// checkProbe checks what the executor relies on. Whether the kind has these
// options, its driver looks.
func checkProbe(t *Target) error {
	p := t.Probe
	if t.Driver != ProbeDriver || t.Server != nil {
		return fmt.Errorf("target %q: a probe has the driver %q and no server", t.Name, ProbeDriver)
	}
	if n := len(p.Operations); n < 1 || n > maxOperations {
		return fmt.Errorf("target %q: the probe has %d operations", t.Name, n)
	}
	if err := within("steps", p.Steps, 0, maxRows); err != nil {
		return fmt.Errorf("target %q: %w", t.Name, err)
	}
	for _, o := range p.Options {
		if o.Value.Op != expr.OpConst || len(o.Value.Args) != 0 {
			return fmt.Errorf("target %q: option %q is no constant", t.Name, o.Name)
		}
	}
	return nil
}
