package pace

import (
	"math"
	"slices"
)

// Never is an instant that no clock reaches.
const Never = math.MaxInt64

// Piece is a stretch of time in which a rate goes from one value to another in
// a straight line.
type Piece struct {
	Length   int64   // ns, more than 0; Never for a piece without end, whose rate is From
	From, To float64 // arrivals per second, not negative
}

// Profile is a rate over time: pieces that follow each other. Beyond the last
// nothing arrives.
//
//	rate
//	  |      ______
//	  |     /      \        the area under the line up to an instant is how
//	  |____/        \___    many arrivals are due by then, on average
//	  +------------------> time
type Profile struct {
	pieces []Piece
	starts []int64   // ns, of each piece
	sums   []float64 // arrivals due before each piece
}

// NewProfile joins pieces.
func NewProfile(pieces ...Piece) *Profile {
	p := &Profile{pieces: pieces}
	start, sum := int64(0), 0.0
	for _, piece := range pieces {
		p.starts, p.sums = append(p.starts, start), append(p.sums, sum)
		if piece.Length == Never {
			break
		}
		start += piece.Length
		sum += float64((piece.From + piece.To) / 2 * seconds(piece.Length))
	}
	return p
}

// Steady is a profile of one rate without end.
func Steady(rate float64) *Profile { return NewProfile(Piece{Length: Never, From: rate, To: rate}) }

// Times is the profile with all rates multiplied.
func (p *Profile) Times(factor float64) *Profile {
	pieces := slices.Clone(p.pieces)
	for i := range pieces {
		pieces[i].From, pieces[i].To = pieces[i].From*factor, pieces[i].To*factor
	}
	return NewProfile(pieces...)
}

// seconds are ns nanoseconds.
func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// When is the instant, in nanoseconds since the profile's beginning, by which
// area arrivals are due: the inverse of the integral of the rate. It is Never
// if the profile has no more of them. from is a piece that does not lie beyond
// it, 0 if none is known; the result's is given back.
func (p *Profile) When(area float64, from int) (at int64, piece int) {
	for i := from; i < len(p.pieces); i++ {
		if i+1 < len(p.pieces) && area >= p.sums[i+1] {
			continue
		}
		into := p.pieces[i].when(area - p.sums[i])
		if into >= p.pieces[i].Length {
			return Never, i
		}
		return p.starts[i] + into, i
	}
	return Never, from
}

// when solves From·t + (To−From)/Length · t²/2 = area for t. The form with the
// root below the line loses no digits where the rate hardly changes.
func (p *Piece) when(area float64) int64 {
	if area <= 0 && p.From+p.To > 0 {
		return 0
	}
	root := p.From
	if p.Length != Never && p.From != p.To {
		slope := (p.To - p.From) / seconds(p.Length)
		root = math.Sqrt(max(float64(p.From*p.From)+float64(2*slope*area), 0))
	}
	t := 2 * area / (p.From + root) * 1e9
	if !(t < 1<<62) { // also without any rate
		return Never
	}
	return int64(t)
}

// Reach is the first instant at or after from at which the rate is at least
// level; Never if it is not reached any more.
func (p *Profile) Reach(level float64, from int64) int64 {
	for i := range p.pieces {
		piece := &p.pieces[i]
		if piece.Length != Never && p.starts[i]+piece.Length <= from {
			continue
		}
		into := max(from-p.starts[i], 0)
		if at := piece.reach(level, into); at != Never {
			return p.starts[i] + at
		}
	}
	return Never
}

// reach is the first instant of the piece, not before into, at which its rate
// is at least level; Never if there is none.
func (p *Piece) reach(level float64, into int64) int64 {
	if p.Length == Never || p.From == p.To {
		if p.From >= level {
			return into
		}
		return Never
	}
	share := (level - p.From) / (p.To - p.From) // of the length, where the line meets level
	meets := int64(math.Ceil(min(max(share, 0), 1) * float64(p.Length)))
	switch {
	case p.To > p.From && level <= p.To:
		return max(into, meets)
	case p.To < p.From && level <= p.From && into < meets:
		return into
	}
	return Never
}
