package main

import (
	"os"
	"strconv"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/probes"
)

// hostFacts are the facts of this host.
func hostFacts() []event.Fact { return probes.Host(os.DirFS("/")) }

// factValues are facts as expressions refer to them: host.cpus, numbers where
// they are numbers.
func factValues(facts []event.Fact) map[string]expr.Value {
	values := make(map[string]expr.Value, len(facts))
	for _, f := range facts {
		name := f.Source + "." + f.Name
		if n, err := strconv.ParseInt(f.Value, 10, 64); err == nil {
			values[name] = expr.IntValue(n)
		} else {
			values[name] = expr.TextValue([]byte(f.Value))
		}
	}
	return values
}
