package expr

// lazy is the operators that leave operands alone which they do not need: a
// draw in the branch not taken draws nothing, an error there is none.
func (e *Expr) lazy(dst *Value, env *Env) error {
	switch e.Op {
	case OpCond:
		return e.cond(dst, env)
	case OpCoalesce:
		return e.coalesce(dst, env)
	}
	return e.logic(dst, env)
}

// cond takes the second branch if the condition is Null, as SQL's CASE does.
func (e *Expr) cond(dst *Value, env *Env) error {
	if err := e.Args[0].EvalTo(dst, env); err != nil {
		return err
	}
	if dst.Kind != Bool && dst.Kind != Null {
		return ErrKind
	}
	branch := &e.Args[2]
	if dst.True() {
		branch = &e.Args[1]
	}
	err := branch.EvalTo(dst, env)
	e.conform(dst)
	return err
}

// coalesce is the first operand that is not Null, else Null. The others are not
// evaluated, so that a default that draws costs nothing where it is not needed.
func (e *Expr) coalesce(dst *Value, env *Env) error {
	*dst = Value{}
	for i := range e.Args {
		if err := e.Args[i].EvalTo(dst, env); err != nil {
			return err
		}
		if dst.Kind != Null {
			break
		}
	}
	e.conform(dst)
	return nil
}

// logic is and, or in the three-valued logic of SQL: what decides, decides
// also beside a Null; else Null wins.
func (e *Expr) logic(dst *Value, env *Env) error {
	decides := e.Op == OpOr
	null := false
	for i := range e.Args {
		if err := e.Args[i].EvalTo(dst, env); err != nil {
			return err
		}
		switch {
		case dst.Kind == Null:
			null = true
		case dst.Kind != Bool:
			return ErrKind
		case dst.True() == decides:
			return nil
		}
	}
	if dst.setBool(!decides); null {
		*dst = Value{}
	}
	return nil
}
