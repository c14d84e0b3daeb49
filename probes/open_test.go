package probes

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes/probe"
)

// option is an option of a plan.
func option(name string, value any) plan.ProbeOption {
	switch v := value.(type) {
	case int:
		return plan.ProbeOption{Name: name, Value: expr.ConstInt(int64(v))}
	case bool:
		return plan.ProbeOption{Name: name, Value: expr.ConstBool(v)}
	case float64:
		return plan.ProbeOption{Name: name, Value: expr.ConstFloat(v)}
	}
	return plan.ProbeOption{Name: name, Value: expr.ConstString(value.(string))}
}

func target(kind string, options ...plan.ProbeOption) *plan.Target {
	return &plan.Target{Name: "probe." + kind + ".test", Driver: plan.ProbeDriver, Probe: &plan.Probe{Kind: kind, Options: options}}
}

// open opens a probe that is closed with the test.
func open(t testing.TB, kind string, options ...plan.ProbeOption) driver.Driver {
	t.Helper()
	at := driver.Endpoint{Path: t.TempDir()}
	if kind == "network" {
		at.Path = "" // a peer of its own
	}
	d, err := Open(context.Background(), target(kind, options...), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if p, ok := d.(driver.Preparer); ok {
		if err := p.Prepare(context.Background(), driver.Preparation{}); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// operator is a session of a probe.
type operator interface {
	driver.Conn
	driver.Operator
}

func session(t testing.TB, d driver.Driver) operator {
	t.Helper()
	c, err := d.Open(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(operator)
}

// Every kind of the table can be opened by its defaults and does operations
// that it has named, and allocates nothing for them.
func TestEveryKind(t *testing.T) {
	for _, k := range probe.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			d := open(t, k.Name, small[k.Name]...)
			if facts, err := d.Facts(t.Context()); err != nil || len(facts) == 0 {
				t.Errorf("the facts are %v, %v", facts, err)
			}
			s := session(t, d)
			if err := s.Execute(&driver.Statement{SQL: "SELECT 1"}, nil, new(driver.Result)); err == nil || s.Host() != 0 {
				t.Error("a probe executes SQL, or has several hosts")
			}
			s.Begin(driver.Stint{Workers: 1, Seed: 1})
			var op driver.Operation
			allocations := testing.AllocsPerRun(5, func() {
				op = driver.Operation{}
				if err := s.Operate(0, &op); err != nil {
					t.Fatal(err)
				}
				if op.Kind < 0 || op.Kind >= len(k.Operations) || op.Bytes < 0 || op.Took < 0 {
					t.Fatalf("the operation is %+v", op)
				}
			})
			if allocations > 0 {
				t.Errorf("an operation makes %v allocations", allocations)
			}
			for {
				more, err := s.End(&op)
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					break
				}
			}
		})
	}
}

// small are options that make a kind's operations short.
var small = map[string][]plan.ProbeOption{
	"fileio": {option("file_test_mode", "rndrw"), option("file_num", 2), option("file_total_size", 1<<20)},
	"mutex":  {option("mutex_locks", 100), option("mutex_loops", 10)},
}

// What a plan file could hold is refused as it would be in a spec.
func TestOpenRefuses(t *testing.T) {
	for want, bad := range map[string]*plan.Target{
		"is none":            {Name: "t", Driver: plan.ProbeDriver},
		`of kind "magic"`:    target("magic"),
		`no option "x"`:      target("cpu", option("x", 1)),
		"must be from 3":     target("cpu", option("cpu_max_prime", 1)),
		"must be one of":     target("cpu", option("cpu_method", "x")),
		"from 3 to 10000000": target("cpu", option("cpu_max_prime", "text")),
	} {
		if _, err := Open(t.Context(), bad, driver.Endpoint{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}
