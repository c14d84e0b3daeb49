package planner

import (
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// work is a transaction while it is compiled.
type work struct {
	*mixer
	autocommit bool
	readOnly   bool
	writes     bool // whether a query writes
}

// transaction compiles a transaction and adds it to the mix unless its weight
// is 0. One that is left out is checked all the same.
func (mx *mixer) transaction(t *spec.Transaction) {
	queries := len(mx.made.Queries)
	w := &work{mixer: mx, autocommit: mx.truth(t.Autocommit, false), readOnly: mx.truth(t.ReadOnly, false)}
	made := plan.Transaction{Name: t.Name, Weight: mx.weight(t.Weight)}
	n := newNames(mixPlace)
	n.frame.sites = mx.sites
	announce(t.Lets, t.Steps, n.frame)
	made.Body = w.block(t.Lets, t.Steps, n.inner())
	made.Frame = n.frame.slots
	w.bounds(t, &made)
	if made.Weight == 0 {
		mx.made.Queries = mx.made.Queries[:queries]
		return
	}
	mx.made.Transactions = append(mx.made.Transactions, made)
}

// weight is a constant number, 0 or more. Only the proportions count; they need
// not add up to anything.
func (mx *mixer) weight(e hcl.Expression) float64 {
	v, ok := mx.value(e, cty.Number)
	if !ok {
		return 1
	}
	f, _ := v.AsBigFloat().Float64()
	if f < 0 || math.IsInf(f, 0) {
		mx.wrong(e.Range(), "Not a weight", "A weight is a number, 0 or more; 0 leaves the transaction out.")
		return 1
	}
	return f
}

// bounds fills in how the transaction begins and ends. It comes after the body,
// since SQLite is told at BEGIN whether there will be writes.
func (w *work) bounds(t *spec.Transaction, made *plan.Transaction) {
	isolation := w.text(t.Isolation, "")
	if isolation != "" && !slices.Contains(dialect.Isolations, isolation) {
		w.wrong(t.Isolation.Range(), "Unknown isolation level", "%q is no isolation level; it must be %s.%s",
			isolation, oneOf(dialect.Isolations), didYouMean(isolation, dialect.Isolations))
		return
	}
	if w.autocommit {
		w.unbounded(t, isolation)
		return
	}
	if !w.s.dialect.HasIsolation(isolation) {
		w.wrong(t.Isolation.Range(), "Not in this dialect", "The target's dialect is %s, whose transactions are always serializable. Leave isolation out.", w.s.dialect.Name)
		return
	}
	made.Begin = w.s.dialect.Begin(isolation, w.readOnly, w.writes)
	made.Commit, made.Rollback = dialect.Commit, dialect.Rollback
}

// unbounded refuses what only a transaction with BEGIN can have.
func (w *work) unbounded(t *spec.Transaction, isolation string) {
	if isolation != "" {
		w.wrong(t.Isolation.Range(), "Isolation without transaction", "With autocommit = true there is no BEGIN that could set an isolation level. Set it in the target's session.")
	}
	if w.readOnly {
		w.wrong(t.ReadOnly.Range(), "Read-only without transaction", "With autocommit = true there is no BEGIN that could be READ ONLY.")
	}
}

// announce notes all queries and lets of a transaction, so that one used too
// early or in the wrong place is told from one that does not exist.
func announce(lets []*spec.Let, steps []*spec.Step, f *frame) {
	for _, l := range lets {
		f.lets[l.Name] = l.NameRange
	}
	for _, step := range steps {
		if g := step.Group; g != nil {
			announce(g.Lets, g.Steps, f)
		}
		if q := step.Query; q != nil {
			announce(q.Lets, nil, f)
			if f.answers[q.Name] == nil {
				f.answers[q.Name] = &answer{at: q.NameRange}
			}
		}
	}
}
