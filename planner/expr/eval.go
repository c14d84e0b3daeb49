package expr

// Eval evaluates e in env. It allocates nothing once env has grown to the
// size of the work, and its errors are those of this package, the Drawer's
// and the Results'.
//
// e must be well formed (see Check), its slots within env.Slots: anything
// else is a mistake in the program and panics. Text in the result lives until
// env.Reset.
func (e *Expr) Eval(env *Env) (v Value, err error) {
	err = e.EvalTo(&v, env)
	return v, err
}

// EvalTo is Eval with the result put in place, which saves copying: a Value
// is too large for registers. After an error dst is undefined.
func (e *Expr) EvalTo(dst *Value, env *Env) error {
	switch e.Op {
	case OpConst:
		e.constant(dst, env)
	case OpSlot:
		*dst = env.Slots[e.Int]
	case OpRow:
		dst.setInt(env.Row)
	case OpCopy:
		dst.setInt(env.Copy)
	case OpWorker:
		dst.setInt(env.Worker)
	case OpWorkers:
		dst.setInt(env.Workers)
	case OpFact:
		return e.fact(dst, env)
	case OpCond, OpAnd, OpOr, OpCoalesce:
		return e.lazy(dst, env)
	case OpDraw, OpResult, OpConcat, OpFormat, OpMin, OpMax, OpSubstr:
		return e.call(dst, env)
	default:
		return e.operate(dst, env)
	}
	return nil
}

// The setters write the whole value, so that no text of an operand stays.
func (v *Value) setInt(n int64)     { *v = Value{Kind: Int, Int: n} }
func (v *Value) setFloat(f float64) { *v = Value{Kind: Float, Float: f} }
func (v *Value) setBool(b bool)     { *v = BoolValue(b) }
func (v *Value) setText(t []byte)   { *v = Value{Kind: String, Text: t} }

// constant copies text into the arena: nobody can then change the plan
// through a Value, and the copy costs less than an allocation would.
func (e *Expr) constant(dst *Value, env *Env) {
	*dst = Value{Kind: e.Kind, Int: e.Int, Float: e.Float}
	if e.Text != "" {
		dst.Text = env.keep(append(env.tail(), e.Text...))
	}
}

// fact looks up what was found out when the run began.
func (e *Expr) fact(dst *Value, env *Env) error {
	v, ok := env.Facts[e.Text]
	if !ok {
		return ErrFact
	}
	*dst = v
	return nil
}

// operate evaluates an operator of one or two operands; the first is
// evaluated into dst and changed there.
func (e *Expr) operate(dst *Value, env *Env) error {
	err := e.Args[0].EvalTo(dst, env)
	if err != nil {
		return err
	}
	if len(e.Args) == 1 {
		err = e.unary(dst, env)
	} else {
		var b Value
		if err = e.Args[1].EvalTo(&b, env); err == nil {
			err = e.binary(dst, &b)
		}
	}
	e.conform(dst)
	return err
}

// conform makes an Int the Float that the static kind of e promises, so that
// the branches of a conditional may differ.
func (e *Expr) conform(v *Value) {
	if e.Kind == Float && v.Kind == Int {
		v.setFloat(float64(v.Int))
	}
}

// call evaluates all operands onto the stack and then the function. The stack
// is one slice for all calls in progress: those of a deeper one lie above.
func (e *Expr) call(dst *Value, env *Env) (err error) {
	base := len(env.stack)
	if e.Op == OpDraw && chooses(e.Text) {
		*dst, err = env.Drawer.Draw(e, nil, env)
	} else {
		var defined bool
		if defined, err = e.push(env); err == nil && defined {
			err = e.apply(dst, env.stack[base:], env)
		} else {
			*dst = Value{}
		}
		env.stack = env.stack[:base]
	}
	e.conform(dst)
	return err
}

// push evaluates the operands of e onto the stack, all of them, as operators
// do. It tells whether none was Null; concat alone does not mind.
func (e *Expr) push(env *Env) (defined bool, err error) {
	base := len(env.stack)
	defined = true
	for range e.Args {
		env.stack = append(env.stack, Value{})
	}
	for i := range e.Args {
		v := &env.stack[base+i]
		if arg := &e.Args[i]; len(arg.Args) == 0 {
			err = arg.EvalTo(v, env)
		} else {
			// A deeper call may move the stack, so the result waits outside.
			var deep Value
			err = arg.EvalTo(&deep, env)
			v = &env.stack[base+i]
			*v = deep
		}
		if err != nil {
			return false, err
		}
		defined = defined && (v.Kind != Null || e.Op == OpConcat)
	}
	return defined, nil
}

// apply is the functions of any number of operands.
func (e *Expr) apply(dst *Value, args []Value, env *Env) (err error) {
	switch e.Op {
	case OpDraw:
		*dst, err = env.Drawer.Draw(e, args, env)
		return err
	case OpResult:
		*dst, err = env.Results.Result(e.Text, args)
		return err
	case OpConcat:
		return concat(dst, args, env)
	case OpFormat:
		return format(dst, e.Text, args, env)
	case OpMin:
		return extreme(dst, args, -1)
	case OpMax:
		return extreme(dst, args, 1)
	}
	return substr(dst, args)
}
