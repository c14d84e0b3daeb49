package expr

// Eval evaluates e in env. It allocates nothing once env has grown to the
// size of the work, and its errors are those of this package, the Drawer's
// and the Results'.
//
// e must be well formed (see Check), its slots within env.Slots: anything
// else is a mistake in the program and panics. Text in the result lives until
// env.Reset.
func (e *Expr) Eval(env *Env) (Value, error) {
	switch e.Op {
	case OpConst:
		return e.constant(env), nil
	case OpSlot:
		return env.Slots[e.Int], nil
	case OpRow:
		return IntValue(env.Row), nil
	case OpCopy:
		return IntValue(env.Copy), nil
	case OpWorker:
		return IntValue(env.Worker), nil
	case OpWorkers:
		return IntValue(env.Workers), nil
	case OpFact:
		return e.fact(env)
	case OpCond, OpAnd, OpOr, OpCoalesce:
		return e.lazy(env)
	case OpDraw, OpResult, OpConcat, OpFormat, OpMin, OpMax, OpSubstr:
		return e.call(env)
	}
	return e.operate(env)
}

// constant copies text into the arena: nobody can then change the plan
// through a Value, and the copy costs less than an allocation would.
func (e *Expr) constant(env *Env) Value {
	v := Value{Kind: e.Kind, Int: e.Int, Float: e.Float}
	if e.Text != "" {
		v.Text = env.keep(append(env.tail(), e.Text...))
	}
	return v
}

func (e *Expr) fact(env *Env) (Value, error) {
	v, ok := env.Facts[e.Text]
	if !ok {
		return Value{}, ErrFact
	}
	return v, nil
}

// operate evaluates an operator of one or two operands.
func (e *Expr) operate(env *Env) (Value, error) {
	a, err := e.Args[0].Eval(env)
	if err != nil {
		return Value{}, err
	}
	var v Value
	if len(e.Args) == 1 {
		v, err = e.unary(a, env)
	} else {
		var b Value
		if b, err = e.Args[1].Eval(env); err != nil {
			return Value{}, err
		}
		v, err = e.binary(a, b)
	}
	return e.conform(v), err
}

// conform makes an Int the Float that the static kind of e promises, so that
// the branches of a conditional may differ.
func (e *Expr) conform(v Value) Value {
	if e.Kind == Float && v.Kind == Int {
		return FloatValue(float64(v.Int))
	}
	return v
}

// call evaluates all operands onto the stack and then the function. The stack
// is one slice for all calls in progress; a call's operands stay where they
// are while a deeper one grows it, or move with it.
func (e *Expr) call(env *Env) (Value, error) {
	if e.Op == OpDraw && Chooses(e.Text) {
		v, err := env.Drawer.Draw(e, nil, env)
		return e.conform(v), err
	}
	base := len(env.stack)
	defined, err := e.push(env)
	if err != nil || !defined {
		env.stack = env.stack[:base]
		return Value{}, err
	}
	v, err := e.apply(env.stack[base:], env)
	env.stack = env.stack[:base]
	return e.conform(v), err
}

// push evaluates the operands of e onto the stack. It tells whether none was
// Null; concat alone goes on with those.
func (e *Expr) push(env *Env) (defined bool, err error) {
	for i := range e.Args {
		v, err := e.Args[i].Eval(env)
		if err != nil {
			return false, err
		}
		if v.Kind == Null && e.Op != OpConcat {
			return false, nil
		}
		env.stack = append(env.stack, v)
	}
	return true, nil
}

// apply is the functions of any number of operands.
func (e *Expr) apply(args []Value, env *Env) (Value, error) {
	switch e.Op {
	case OpDraw:
		return env.Drawer.Draw(e, args, env)
	case OpResult:
		return env.Results.Result(e.Text, args)
	case OpConcat:
		return concat(args, env)
	case OpFormat:
		return format(e.Text, args, env)
	case OpMin:
		return extreme(args, -1)
	case OpMax:
		return extreme(args, 1)
	}
	return substr(args)
}

// unary is the operators of one operand.
func (e *Expr) unary(a Value, env *Env) (Value, error) {
	if a.Kind == Null {
		return Value{}, nil
	}
	switch e.Op {
	case OpNot:
		if a.Kind != Bool {
			return Value{}, ErrKind
		}
		return BoolValue(a.Int == 0), nil
	case OpInt:
		return toInt(a)
	case OpFloat:
		return toFloat(a)
	case OpString, OpLength, OpLower, OpUpper:
		return textOf(e.Op, a, env)
	}
	if a.Kind == Int {
		return intUnary(e.Op, a.Int)
	}
	if a.Kind != Float {
		return Value{}, ErrKind
	}
	return floatUnary(e.Op, a.Float)
}

// binary is the operators of two operands, both already evaluated.
func (e *Expr) binary(a, b Value) (Value, error) {
	switch e.Op {
	case OpEq, OpNe:
		return equal(a, b, e.Op == OpEq)
	case OpLt, OpLe, OpGt, OpGe:
		return ordered(e.Op, a, b)
	}
	if a.Kind == Null || b.Kind == Null {
		return Value{}, nil
	}
	if a.Kind == Int && b.Kind == Int && e.Op != OpDiv && (e.Op != OpPow || e.Kind != Float) {
		return intBinary(e.Op, a.Int, b.Int)
	}
	if !a.number() || !b.number() {
		return Value{}, ErrKind
	}
	return floatBinary(e.Op, a.AsFloat(), b.AsFloat())
}
