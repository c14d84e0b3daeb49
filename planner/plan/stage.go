package plan

import "math"

// Stage is a part of the measured phase of a load, in which its level is
// another: arrivals per second of an open loop, before Open.PerWorker, or
// workers of a closed one.
type Stage struct {
	Name      string  `json:"name"`
	Length    int64   `json:"length"` // nanoseconds
	Shape     string  `json:"shape"`  // a word below
	Level     float64 `json:"level"`
	Amplitude float64 `json:"amplitude,omitempty"` // of a sine
	Period    int64   `json:"period,omitempty"`    // of a sine, nanoseconds
}

// The words of Stage.Shape.
const (
	ShapeStep  = "step"  // Level all along
	ShapeRamp  = "ramp"  // in a straight line from the end of the stage before to Level
	ShapeSine  = "sine"  // Level + Amplitude·sin(2π·t/Period)
	ShapeSpike = "spike" // from the end of the stage before to Level in the middle, and back
)

// MaxWaves is how many periods a stage may have.
const MaxWaves = 10_000

// Start is the level of a load before its first stage, at which it warms up.
func (l *Load) Start() float64 {
	if l.Open != nil {
		return l.Open.Rate
	}
	return l.Base
}

// End is the level at which the stage ends, if it starts at before.
func (s *Stage) End(before float64) float64 {
	switch s.Shape {
	case ShapeSpike:
		return before
	case ShapeSine:
		return s.Level + s.Amplitude*math.Sin(2*math.Pi*float64(s.Length)/float64(s.Period))
	}
	return s.Level
}

// Peak is the highest level of the stage, if it starts at before.
func (s *Stage) Peak(before float64) float64 {
	switch s.Shape {
	case ShapeStep:
		return s.Level
	case ShapeSine:
		return s.Level + s.Amplitude
	}
	return max(before, s.Level)
}

// Peak is the highest level of a load.
func (l *Load) Peak() float64 {
	before := l.Start()
	peak := before
	for i := range l.Stages {
		peak = max(peak, l.Stages[i].Peak(before))
		before = l.Stages[i].End(before)
	}
	return peak
}
