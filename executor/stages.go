package executor

import (
	"math"
	"sort"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/plan"
)

// stages are the parts of a load's measured phase. Its workers share and only
// read them.
type stages struct {
	profile *pace.Profile // of the level, over the measured phase
	before  float64       // level during the warm-up
	after   float64       // level during the cooldown
	ends    []int64       // of each stage, since the phase's beginning
	codes   []uint16      // in the archive's dictionary
}

// newStages lays out the stages of l; nil if it has none.
func newStages(l *plan.Load, names *dictionary) *stages {
	if len(l.Stages) == 0 {
		return nil
	}
	s := &stages{before: l.Start(), after: l.Start()}
	var pieces []pace.Piece
	end := int64(0)
	for i := range l.Stages {
		stage := &l.Stages[i]
		pieces = append(pieces, shape(stage, s.after)...)
		s.after = stage.End(s.after)
		end += stage.Length
		s.ends, s.codes = append(s.ends, end), append(s.codes, names.code(stage.Name))
	}
	s.profile = pace.NewProfile(pieces...)
	return s
}

// wavePieces is how many straight pieces make one wave of a sine: the level
// is nowhere further from the sine than 0.13 % of its amplitude.
const wavePieces = 64

// shape is a stage in straight pieces; before is the level where it starts.
func shape(s *plan.Stage, before float64) []pace.Piece {
	switch s.Shape {
	case plan.ShapeRamp:
		return []pace.Piece{{Length: s.Length, From: before, To: s.Level}}
	case plan.ShapeSpike:
		up := max(s.Length/2, 1)
		return []pace.Piece{{Length: up, From: before, To: s.Level}, {Length: max(s.Length-up, 1), From: s.Level, To: before}}
	case plan.ShapeSine:
		return wave(s)
	}
	return []pace.Piece{{Length: s.Length, From: s.Level, To: s.Level}}
}

// wave is a sine in straight pieces, the last of which the stage's end may cut.
func wave(s *plan.Stage) (pieces []pace.Piece) {
	at := func(t int64) float64 {
		return max(s.Level+s.Amplitude*math.Sin(2*math.Pi*float64(t)/float64(s.Period)), 0)
	}
	step := max(s.Period/wavePieces, 1)
	for t := int64(0); t < s.Length; t += step {
		end := min(t+step, s.Length)
		pieces = append(pieces, pace.Piece{Length: end - t, From: at(t), To: at(end)})
	}
	return pieces
}

// code is the stage, in the archive's dictionary, of an event of a phase that
// is due so long after the beginning of the measured phase; 0 is none.
func (s *stages) code(phase uint8, since int64) uint16 {
	if s == nil || phase != event.Measure {
		return 0
	}
	i := sort.Search(len(s.ends)-1, func(i int) bool { return since < s.ends[i] })
	return s.codes[i]
}

// turn is the instant from now on at which worker i of a closed loop may begin
// an event: now if its turn is now, t.end if it never comes again. As many
// workers have their turn as the level says, rounded.
func (s *stages) turn(i int, t *timetable, now int64) int64 {
	level := float64(i) + 0.5
	if now < t.measure {
		if s.before >= level {
			return now
		}
		now = t.measure
	}
	if now < t.cooldown {
		if at := s.profile.Reach(level, now-t.measure); at < t.cooldown-t.measure {
			return t.measure + at
		}
		now = t.cooldown
	}
	if s.after >= level && now < t.end {
		return now
	}
	return t.end
}
