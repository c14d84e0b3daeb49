package expr

// Walk calls visit for e and then, if it returned true, for each operand, in
// written order.
func (e *Expr) Walk(visit func(*Expr) bool) {
	if !visit(e) {
		return
	}
	for i := range e.Args {
		e.Args[i].Walk(visit)
	}
}

// Uses tells whether e or an operand of it has one of ops.
func (e *Expr) Uses(ops ...Op) bool {
	found := false
	e.Walk(func(e *Expr) bool {
		for _, op := range ops {
			found = found || e.Op == op
		}
		return !found
	})
	return found
}
