package plan

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

// TestEveryPlaceMutated changes each place of a plan file to each of some
// nasty values, one at a time. Decode must refuse it or give a plan that can
// be described, compared and evaluated: whatever it lets through, the
// executor trusts.
func TestEveryPlaceMutated(t *testing.T) {
	nasty := []any{
		nil, -1.0, 0.0, 1.0, 1e9, 1e18, 0.5, "", "slot", "cond", "unique",
		[]any{}, map[string]any{}, map[string]any{"op": "slot", "kind": "int", "int": 99.0},
	}
	var tree any
	if err := json.Unmarshal(encode(t, single()), &tree); err != nil {
		t.Fatal(err)
	}
	tried, accepted := 0, 0
	places(tree, func(set func(any), old any) {
		for _, value := range nasty {
			set(value)
			data, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			if p, err := Decode(data); err == nil {
				accepted++
				use(t, p)
			}
		}
		set(old)
	})
	if tried < 4000 || accepted < tried/50 || accepted > tried/2 {
		t.Errorf("%d of %d mutations were accepted; the test no longer tests what it should", accepted, tried)
	}
}

// places visits everything in a tree of JSON with a way to replace it.
func places(tree any, visit func(set func(any), old any)) {
	switch node := tree.(type) {
	case map[string]any:
		for key, old := range node {
			visit(func(v any) { node[key] = v }, old)
			places(old, visit)
		}
	case []any:
		for i, old := range node {
			visit(func(v any) { node[i] = v }, old)
			places(old, visit)
		}
	}
}

// use does with a plan what its readers do.
func use(t *testing.T, p *Plan) {
	t.Helper()
	if len(p.Cells)*p.Repeat > 1000 {
		return
	}
	if err := Describe(io.Discard, p); err != nil {
		t.Error(err)
	}
	Diff(single(), p)
	Diff(p, single())
	for i := range p.Mixes {
		for j := range p.Mixes[i].Transactions {
			x := &p.Mixes[i].Transactions[j]
			if x.Frame < 100 {
				evaluate(&expr.Env{Slots: make([]expr.Value, x.Frame), Drawer: zero{}}, &x.Body)
			}
		}
	}
}

// zero draws 0 always.
type zero struct{}

func (zero) Draw(e *expr.Expr, _ []expr.Value, _ *expr.Env) (expr.Value, error) {
	return expr.Value{Kind: e.Kind}, nil
}

// evaluate runs a block's expressions; errors are fine, panics are not.
func evaluate(env *expr.Env, b *Block) {
	for i := range b.Lets {
		if v, err := b.Lets[i].Value.Eval(env); err == nil {
			env.Slots[b.Lets[i].Slot] = v
		}
	}
	for i := range b.Steps {
		switch step := &b.Steps[i]; {
		case step.Query != nil:
			for j := range step.Query.Args {
				step.Query.Args[j].Eval(env)
			}
		case step.Group != nil:
			evaluate(env, &step.Group.Body)
		case step.Rollback != nil && !step.Rollback.When.Absent():
			step.Rollback.When.Eval(env)
		}
	}
}
