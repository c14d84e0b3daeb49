package gen

import (
	"time"

	"github.com/assay-bench/assay/planner/expr"
)

// Source is the expr.Drawer of one worker or loader. Its draws depend on the
// key it was last seeded with and, for the generators that keep state, on how
// often each was used. It is not safe for concurrent use.
type Source struct {
	Now func() time.Time // the clock of now(); time.Now unless set

	rnd     stream
	seed    uint64  // of the plan
	state   Key     // what permute and unique are shuffled by
	used    []int64 // draws made at each stateful site; nil if the row tells
	spread  []spread
	zipf    zipf
	pareto  pareto
	nurand  nurand
	weights map[*expr.Expr]*Choice
}

// NewSource is the source of one worker of a load whose mix has so many
// stateful sites (plan.Mix.Sites). The k-th draw at a site, from 0, has index
// Worker + k·Workers of the Env, so workers of one load never share an index.
// All workers are given the same state (StateKey).
func NewSource(seed uint64, state Key, sites int) *Source {
	return &Source{Now: time.Now, seed: seed, state: state, used: make([]int64, sites)}
}

// newRowSource is the source of a column: an index is a row's number less 1.
func newRowSource(seed uint64, state Key) *Source {
	return &Source{Now: time.Now, seed: seed, state: state}
}

// Seed starts the random stream of k: before each attempt of an event.
// Stateful draws go on.
func (s *Source) Seed(k Key) { s.rnd.seed(k) }

// Uint64 is the next word of the random stream, for Choice.Pick and jitter.
func (s *Source) Uint64() uint64 { return s.rnd.pcg.Uint64() }

// Draw implements expr.Drawer. Errors are those of package expr: ErrDomain for
// an empty range or a parameter that the generator has no meaning for.
func (s *Source) Draw(e *expr.Expr, args []expr.Value, env *expr.Env) (v expr.Value, err error) {
	switch e.Text {
	case "uniform", "gaussian", "special", "pareto", "zipf", "hotspot":
		return s.ranged(e.Text, args)
	case "nurand":
		v.Kind = expr.Int
		v.Int, err = s.nonUniform(args)
	case "sequence", "permute", "unique":
		v.Kind = expr.Int
		v.Int, err = s.numbered(e, args, env)
	case "digits", "letters", "text", "uuid":
		v.Kind = expr.String
		v.Text, err = s.writing(e.Text, args, env)
	case "bytes":
		v.Kind = expr.Bytes
		v.Text, err = s.writing(e.Text, args, env)
	case "pick":
		return s.pick(e, env)
	case "weighted":
		return s.weighted(e, env)
	case "chance":
		hit, err := s.chance(args[0])
		return expr.BoolValue(hit), err
	case "now":
		return expr.TimeValue(s.Now()), nil
	default:
		panic("gen: unknown generator " + e.Text)
	}
	return v, err
}

// ranged is the distributions over the integers from args[0] to args[1]. Each
// gives an offset from the lower bound.
func (s *Source) ranged(name string, args []expr.Value) (v expr.Value, err error) {
	if name == "uniform" && (args[0].Kind == expr.Float || args[1].Kind == expr.Float) {
		v.Kind = expr.Float
		v.Float, err = s.rnd.uniformReal(args)
		return v, err
	}
	r, err := rangeOf(args)
	if err != nil {
		return v, err
	}
	var k uint64
	switch rest := args[2:]; name {
	case "uniform":
		k = s.rnd.uniform(r)
	case "gaussian":
		k, err = s.rnd.gaussian(r, rest)
	case "special":
		k, err = s.rnd.special(r, rest)
	case "pareto":
		k, err = s.pareto.draw(&s.rnd, r, rest)
	case "zipf":
		k, err = s.zipf.draw(&s.rnd, r, rest)
	case "hotspot":
		k, err = s.rnd.hotspot(r, rest)
	}
	v.Kind, v.Int = expr.Int, r.at(k)
	return v, err
}

// numbered is the generators that give a different value for each index.
func (s *Source) numbered(e *expr.Expr, args []expr.Value, env *expr.Env) (int64, error) {
	index := env.Row - 1
	if s.used != nil {
		index = env.Worker + s.count(e.Int)*env.Workers
	}
	switch e.Text {
	case "sequence":
		return sequence(index, args)
	case "permute":
		return s.permute(e.Int, index, args)
	}
	return s.unique(e.Int, index), nil
}

// count is how many draws were made at a site before this one.
func (s *Source) count(site int64) int64 {
	for int64(len(s.used)) <= site {
		s.used = append(s.used, 0)
	}
	s.used[site]++
	return s.used[site] - 1
}

// writing is the generators of text.
func (s *Source) writing(name string, args []expr.Value, env *expr.Env) ([]byte, error) {
	switch name {
	case "digits":
		return s.rnd.digits(args[0], env)
	case "uuid":
		return s.rnd.uuid(env), nil
	}
	n, err := s.rnd.size(args)
	if err != nil {
		return nil, err
	}
	dst := env.Alloc(n)
	switch name {
	case "letters":
		s.rnd.letters(dst)
	case "text":
		s.rnd.words(dst)
	case "bytes":
		s.rnd.bytes(dst)
	}
	return dst, nil
}

// chance is true with probability p.
func (s *Source) chance(p expr.Value) (bool, error) {
	x, err := share(p)
	return s.rnd.unit() < x, err
}
