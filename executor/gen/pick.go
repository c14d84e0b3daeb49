package gen

import "github.com/assay-bench/assay/planner/expr"

// pick evaluates one of the options of e, each with the same probability.
func (s *Source) pick(e *expr.Expr, env *expr.Env) (expr.Value, error) {
	if len(e.Args) == 0 {
		return expr.Value{}, expr.ErrDomain
	}
	return e.Args[s.rnd.below(uint64(len(e.Args)))].Eval(env)
}

// weighted evaluates one of the options of e, which alternate with their
// weights, with a probability in proportion to its weight.
func (s *Source) weighted(e *expr.Expr, env *expr.Env) (expr.Value, error) {
	choice := s.weights[e]
	if choice == nil {
		var err error
		if choice, err = s.weigh(e, env); err != nil {
			return expr.Value{}, err
		}
	}
	return e.Args[2*choice.Pick(s.Uint64())].Eval(env)
}

// weigh evaluates the weights of e. Constant ones are remembered by the node,
// which stays where it is for the life of a plan.
func (s *Source) weigh(e *expr.Expr, env *expr.Env) (*Choice, error) {
	weights := make([]float64, 0, len(e.Args)/2)
	constant := true
	for i := 1; i < len(e.Args); i += 2 {
		v, err := e.Args[i].Eval(env)
		if err != nil {
			return nil, err
		}
		w, err := number(v)
		if err != nil {
			return nil, err
		}
		weights = append(weights, w)
		constant = constant && e.Args[i].Op == expr.OpConst
	}
	choice := NewChoice(weights)
	if choice == nil {
		return nil, expr.ErrDomain
	}
	if constant {
		if s.weights == nil {
			s.weights = map[*expr.Expr]*Choice{}
		}
		s.weights[e] = choice
	}
	return choice, nil
}
