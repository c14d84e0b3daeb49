package expr

// lazy is the operators that leave operands alone which they do not need: a
// draw in the branch not taken draws nothing, an error there is none.
func (e *Expr) lazy(env *Env) (Value, error) {
	switch e.Op {
	case OpCond:
		return e.cond(env)
	case OpCoalesce:
		return e.coalesce(env)
	}
	return e.logic(env)
}

// cond takes the second branch if the condition is Null, as SQL's CASE does.
func (e *Expr) cond(env *Env) (Value, error) {
	c, err := e.Args[0].Eval(env)
	if err != nil {
		return Value{}, err
	}
	if c.Kind != Bool && c.Kind != Null {
		return Value{}, ErrKind
	}
	branch := &e.Args[2]
	if c.True() {
		branch = &e.Args[1]
	}
	v, err := branch.Eval(env)
	return e.conform(v), err
}

// coalesce is the first operand that is not Null, else Null.
func (e *Expr) coalesce(env *Env) (Value, error) {
	for i := range e.Args {
		v, err := e.Args[i].Eval(env)
		if err != nil || v.Kind != Null {
			return e.conform(v), err
		}
	}
	return Value{}, nil
}

// logic is and, or in the three-valued logic of SQL: what decides, decides
// also beside a Null; else Null wins.
func (e *Expr) logic(env *Env) (Value, error) {
	decides := BoolValue(e.Op == OpOr)
	result := BoolValue(e.Op != OpOr)
	for i := range e.Args {
		v, err := e.Args[i].Eval(env)
		if err != nil {
			return Value{}, err
		}
		switch {
		case v.Kind == Null:
			result = Value{}
		case v.Kind != Bool:
			return Value{}, ErrKind
		case v.Int == decides.Int:
			return decides, nil
		}
	}
	return result, nil
}
