package executor

import (
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/gen"
	"github.com/assay-bench/assay/planner/expr"
)

// evaluator computes what a worker's transactions ask for. Its buffers grow to
// the size of the largest transaction and then cost nothing.
type evaluator struct {
	env     expr.Env
	frame   []expr.Value // the slots of the largest transaction
	source  *gen.Source
	streams [numPhases]gen.Key
	choice  *gen.Choice
	args    []expr.Value
	text    []byte           // a text made for one statement
	dynamic driver.Statement // that has it
	culprit culprit          // what could not be evaluated, until that is told
}

// numPhases is the number of event.Phases.
const numPhases = 8

// seed starts the random stream of an attempt of event n of a phase.
func (e *evaluator) seed(phase uint8, n int64, attempt int32) {
	e.source.Seed(e.streams[phase].Event(n, int(attempt)-1))
}

// choose draws which transaction the event is. It is the first draw of the
// event's first attempt; further attempts keep the choice.
func (e *evaluator) choose(p *program) *transaction {
	if len(p.transactions) == 1 {
		return &p.transactions[0]
	}
	return &p.transactions[e.choice.Pick(e.source.Uint64())]
}

// prepare makes an empty frame for an attempt. What an earlier one left in it
// would borrow from memory that is used again.
func (e *evaluator) prepare(slots int) {
	e.env.Reset()
	e.env.Slots = e.frame[:slots]
	clear(e.env.Slots)
}

// arguments evaluates the arguments of a query into args.
func (e *evaluator) arguments(args []expr.Expr) error {
	e.args = e.args[:0]
	for i := range args {
		v, err := args[i].Eval(&e.env)
		if err != nil {
			e.culprit = culprit{part: "argument", number: i + 1}
			return err
		}
		e.args = append(e.args, v)
	}
	return nil
}

// own copies a value that a connection lent until the next statement.
func (e *evaluator) own(v expr.Value) expr.Value {
	if len(v.Text) > 0 {
		text := e.env.Alloc(len(v.Text))
		copy(text, v.Text)
		v.Text = text
	}
	return v
}

// micros evaluates a pause given in microseconds, as nanoseconds.
func (e *evaluator) micros(x *expr.Expr) (int64, error) {
	v, err := x.Eval(&e.env)
	if err != nil {
		return 0, err
	}
	if v.Kind == expr.Null {
		return 0, errNoNumber
	}
	const longest = 1e12 // µs, eleven days: beyond it the product would not be safe
	return int64(min(v.AsFloat(), longest) * 1e3), nil
}
