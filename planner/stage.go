package planner

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// stages reads the stages of a load, which take the place of its duration.
// In a closed loop its workers are as many as the largest of them needs: they
// all connect at the beginning, since connecting in mid-run would be measured.
func (r *reading) stages(l *spec.Load, made *plan.Load) {
	if len(l.Stages) == 0 {
		return
	}
	for _, a := range []struct {
		e    hcl.Expression
		name string
	}{{l.Duration, "duration"}, {l.Events, "events"}} {
		if a.e != nil {
			r.wrong(a.e.Range(), "Two ends", "The stages of a load are its measured phase; leave %s out.", a.name)
		}
	}
	if made.Open == nil {
		if !made.Threads.Known() {
			r.wrong(l.Threads.Range(), "Stages of unknown size", "A load with stages of workers has a number of threads that is known before the run starts.")
			return
		}
		made.Base = float64(made.Threads.N)
	}
	// What the options of a probe ask for has no say either: stages last as long
	// as they are written.
	made.Events, made.Each, made.Duration = 0, false, 0
	before := made.Start()
	names := map[string]hcl.Range{}
	for _, s := range l.Stages {
		if other, twice := names[s.Name]; twice {
			r.wrong(s.NameRange, "Two stages of one name", "Another stage is called %q, at %s; they could not be told apart in the archive.", s.Name, other)
		}
		names[s.Name] = s.NameRange
		stage := r.stage(s, made.Open != nil, before)
		before = stage.End(before) // where the next one starts, if it is a ramp or a spike
		made.Stages = append(made.Stages, stage)
		if made.Duration += stage.Length; made.Duration > maxDuration {
			r.wrong(s.NameRange, "Stages too long", "The stages of a load last 31 years together at most. Make them shorter.")
			return
		}
	}
	if made.Open == nil && !r.failed() {
		made.Threads = plan.Fixed(int64(made.Peak() + 0.5)) // a wave's peak may be a part of a worker
	}
}

// stage reads one stage, whose level is before unless it says so. Open tells
// whether levels are rates.
func (r *reading) stage(s *spec.Stage, open bool, before float64) plan.Stage {
	made := plan.Stage{
		Name: s.Name, Length: r.duration(s.Duration, "0s"),
		Shape: r.choice(s.Shape, "shape of a stage", plan.ShapeStep, plan.ShapeRamp, plan.ShapeSine, plan.ShapeSpike),
		Level: r.level(s, open, before),
	}
	if made.Length == 0 && !r.failed() {
		r.wrong(s.Duration.Range(), "Stage without length", "A stage lasts longer than no time.")
	}
	for _, a := range []struct {
		e    hcl.Expression
		name string
	}{{s.Amplitude, "amplitude"}, {s.Period, "period"}} {
		if a.e != nil && made.Shape != plan.ShapeSine {
			r.wrong(a.e.Range(), "Attribute without effect", "Only a stage with shape = %q has %s.", plan.ShapeSine, a.name)
		}
	}
	if made.Shape == plan.ShapeSine {
		r.wave(s, &made)
	}
	return made
}

// wave reads what a sine has besides: by default it is one wave that goes up and
// down by half of the level. It is cut into straight pieces when it runs, so the
// number of waves is bounded.
func (r *reading) wave(s *spec.Stage, made *plan.Stage) {
	made.Amplitude, made.Period = made.Level/2, made.Length
	if v, ok := r.value(s.Amplitude, cty.Number); ok {
		made.Amplitude, _ = v.AsBigFloat().Float64()
		if made.Amplitude < 0 || made.Amplitude > made.Level {
			r.wrong(s.Amplitude.Range(), "Number out of range", "The amplitude is from 0 to the size of the stage, %v, or the wave would go below 0.", made.Level)
		}
	}
	if s.Period == nil {
		return
	}
	made.Period = r.duration(s.Period, "0s")
	if !r.failed() && (made.Period == 0 || made.Length/made.Period >= plan.MaxWaves) {
		r.wrong(s.Period.Range(), "Period out of range", "A stage has at most %d waves; choose a longer period.", plan.MaxWaves)
	}
}

// level is the size of a stage: a rate or a number of workers, whichever the
// load has.
func (r *reading) level(s *spec.Stage, open bool, before float64) float64 {
	size, other := s.Threads, s.Rate
	names := []string{"threads", "rate", "no rate, so its stages have threads"}
	if open {
		size, other = s.Rate, s.Threads
		names = []string{"rate", "threads", "a rate, so its stages have one too"}
	}
	if other != nil {
		r.wrong(other.Range(), "Size of another kind", "The load has %s; %s has no meaning here.", names[2], names[1])
	}
	if !open { // before may be within a wave, and workers are whole
		return float64(r.whole(size, "threads", 0, maxThreads, int64(before+0.5)))
	}
	v, ok := r.value(size, cty.Number)
	if !ok {
		return before
	}
	rate, _ := v.AsBigFloat().Float64()
	if rate < 0 || rate > plan.MostRate {
		r.wrong(size.Range(), "Rate out of range", "The rate of a stage is from 0 to %.0f events per second; this is %s.", plan.MostRate, strings.TrimSuffix(v.AsBigFloat().Text('g', 10), "."))
	}
	return rate
}
