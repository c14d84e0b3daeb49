package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// maxArrivals is how many arrivals may be asked for by number: when the last
// is due is computed before the load begins, which takes some 2 ns for each.
const maxArrivals = 4_000_000_000

// defaultWait is how long an arrival may wait unless the spec tells.
const defaultWait = "1s"

// open reads what makes a load an open loop; nil for a closed one. A rate of
// null is none, so that a variable can choose; then what goes with a rate has
// no say.
func (r *reading) open(l *spec.Load, events int64) *plan.Open {
	rate, ok := r.value(l.Rate, cty.Number)
	o := &plan.Open{
		PerWorker: r.choice(l.RatePer, "owner of a rate", "load", "worker") == "worker",
		Arrivals:  r.choice(l.Arrivals, "kind of arrivals", plan.Poisson, plan.Constant),
		Overload:  r.choice(l.Overload, "policy for overload", plan.Wait, plan.Drop, plan.Stop),
	}
	wait := r.duration(l.MaxWait, defaultWait)
	if l.Rate == nil {
		r.withoutRate(l)
	}
	if !ok {
		return nil
	}
	o.Rate, _ = rate.AsBigFloat().Float64()
	if o.Rate != 0 && o.Rate < plan.LeastRate || o.Rate > plan.MostRate {
		r.wrong(l.Rate.Range(), "Rate out of range", "A rate is 0, for connections that do nothing, or from %g to %.0f events per second; this is %s. Without a rate, or with null, the load is a closed loop.",
			plan.LeastRate, plan.MostRate, rate.AsBigFloat().Text('g', 10))
	}
	if o.Overload != plan.Wait {
		o.MaxWait = wait
	} else if l.MaxWait != nil {
		r.wrong(l.MaxWait.Range(), "Nothing to limit", `Arrivals wait for as long as it takes unless overload is "drop" or "stop": write one of these, or leave max_wait out.`)
	}
	if l.Think != nil {
		r.wrong(l.Think.Range(), "Think time in an open loop", "With a rate, it is the arrivals that tell when events begin; a pause would only take workers away. Leave think or rate out.")
	}
	if events > maxArrivals {
		r.wrong(l.Events.Range(), "Number out of range", "At a rate, the number of events must be at most %d; this is %d. Let duration end the load.", maxArrivals, events)
	}
	return o
}

// withoutRate refuses what goes with a rate where there is none, in place of
// ignoring it.
func (r *reading) withoutRate(l *spec.Load) {
	for _, a := range []struct {
		name string
		e    hcl.Expression
	}{{"rate_per", l.RatePer}, {"arrivals", l.Arrivals}, {"overload", l.Overload}, {"max_wait", l.MaxWait}} {
		if a.e != nil {
			r.wrong(a.e.Range(), "No rate", "The load has no rate, so it is a closed loop, in which a worker begins its next event when the one before has ended: %s says nothing there. Add a rate, or leave it out.", a.name)
		}
	}
}
