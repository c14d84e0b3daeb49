package probes

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/probe"
)

// makers make the driver of each kind of probe.
var makers = map[string]func(v probe.Values, at driver.Endpoint) (driver.Driver, error){
	"cpu":     newCPU,
	"memory":  newMemory,
	"fileio":  newFileio,
	"fsync":   newFsync,
	"network": newNetwork,
	"clock":   newClock,
	"threads": newThreads,
	"mutex":   newMutex,
}

// Open makes the driver of a target that is a probe; it is a driver.Opener. A
// plan may come from anywhere, so its options are checked here as they were
// when it was made.
func Open(_ context.Context, target *plan.Target, at driver.Endpoint) (driver.Driver, error) {
	if target.Probe == nil {
		return nil, fmt.Errorf("target %s has the driver of a probe and is none", target.Name)
	}
	k := probe.Find(target.Probe.Kind)
	if k == nil || makers[k.Name] == nil {
		return nil, fmt.Errorf("there is no probe of kind %q", target.Probe.Kind)
	}
	v, err := valuesOf(k, target.Probe)
	if err != nil {
		return nil, err
	}
	return makers[k.Name](v, at)
}

// valuesOf are the options of a plan, checked.
func valuesOf(k *probe.Kind, p *plan.Probe) (probe.Values, error) {
	v := k.Defaults()
	for _, o := range p.Options {
		known := k.Option(o.Name)
		if known == nil {
			return v, fmt.Errorf("a probe of kind %s has no option %q", k.Name, o.Name)
		}
		value := probe.Value{Int: o.Value.Int, Float: o.Value.Float, Text: o.Value.Text}
		if o.Value.Kind == expr.Int && known.Type == probe.Ratio {
			value.Float = float64(o.Value.Int)
		}
		v.Set(o.Name, value)
	}
	for _, problem := range v.Problems() {
		return v, fmt.Errorf("probe %s: %s", k.Name, problem.Detail)
	}
	return v, nil
}

// seat is the part of a session that most probes do not need: it goes nowhere,
// leaves nothing, and executes no statement.
type seat struct{ stopped atomic.Bool }

// Execute refuses: statements are for databases.
func (s *seat) Execute(*driver.Statement, []expr.Value, *driver.Result) error {
	return &driver.Error{Message: "a probe executes no statement"}
}

// Interrupt is heeded by operations that last: they look at stopped.
func (s *seat) Interrupt(context.Context) error {
	s.stopped.Store(true)
	return nil
}

func (s *seat) Host() int                           { return 0 }
func (s *seat) Close() error                        { return nil }
func (s *seat) Begin(driver.Stint)                  {}
func (s *seat) End(*driver.Operation) (bool, error) { return false, nil }
