package executor

import (
	"errors"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
)

func TestWhatIsDoneAboutExistingTables(t *testing.T) {
	schema := &plan.Schema{Tables: []plan.Table{{Name: "t", Rows: 100, Digest: "d", Quote: "`"}}}
	want := contentDigest(&schema.Tables[0], 1)
	none := func(string) bool { return false }
	every := func(string) bool { return true }
	var foreign *ForeignTableError
	var different *DifferentTableError
	for name, test := range map[string]struct {
		exists bool
		found  *entry
		rules  rules
		todo   action
		err    any
	}{
		"nothing there":                     {todo: create},
		"an entry without a table":          {found: &entry{digest: want, rows: 100, state: stateLoaded}, todo: create},
		"somebody's table":                  {exists: true, err: &foreign},
		"somebody's table, recreate":        {exists: true, rules: rules{recreate: true}, err: &foreign},
		"it fits":                           {exists: true, found: &entry{digest: want, rows: 100, state: stateLoaded}, todo: keep},
		"it fits, fresh data":               {exists: true, found: &entry{digest: want, rows: 100, state: stateLoaded}, rules: rules{fresh: true}, todo: remake},
		"loading was cut short":             {exists: true, found: &entry{digest: want, rows: 100, state: stateLoading, chunks: "10:0-3"}, todo: resume},
		"loading was cut short, fresh data": {exists: true, found: &entry{digest: want, rows: 100, state: stateLoading, chunks: "10:0-3"}, rules: rules{fresh: true}, todo: remake},
		"loading was cut short, recreate":   {exists: true, found: &entry{digest: want, rows: 100, state: stateLoading, chunks: "10:0-3"}, rules: rules{recreate: true}, todo: remake},
		"it fits, recreate":                 {exists: true, found: &entry{digest: want, rows: 100, state: stateLoaded}, rules: rules{recreate: true}, todo: keep},
		"indexing was cut short":            {exists: true, found: &entry{digest: want, rows: 100, state: stateIndexing, chunks: "10:0-9"}, todo: remake},
		"another definition":                {exists: true, found: &entry{digest: "other", rows: 100, state: stateLoaded}, err: &different},
		"other rows":                        {exists: true, found: &entry{digest: want, rows: 50, state: stateLoaded}, err: &different},
		"another definition, recreate":      {exists: true, found: &entry{digest: "other", rows: 100, state: stateLoaded}, rules: rules{recreate: true}, todo: remake},
		"another definition, of this run":   {exists: true, found: &entry{digest: "other", rows: 100, state: stateLoaded}, rules: rules{ours: every}, todo: remake},
	} {
		t.Run(name, func(t *testing.T) {
			one := tables(schema, 1, new(dictionary).code)[0]
			if test.rules.ours == nil {
				test.rules.ours = none
			}
			err := test.rules.examine(one, test.exists, test.found)
			if test.err != nil {
				if !errors.As(err, test.err) {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil || one.todo != test.todo {
				t.Errorf("action %d, want %d; %v", one.todo, test.todo, err)
			}
			if test.todo == resume && (one.chunk != 10 || !one.done.has(3) || one.done.has(4)) {
				t.Errorf("chunks %s", one.done.String())
			}
		})
	}
}

// The content is told apart by definition and by seed.
func TestContentDigest(t *testing.T) {
	seen := map[string]bool{}
	for _, digest := range []string{"a", "b"} {
		for _, seed := range []uint64{1, 2, 1 << 63} {
			d := contentDigest(&plan.Table{Digest: digest}, seed)
			if len(d) != 64 || seen[d] {
				t.Errorf("digest %q, seed %d: %q", digest, seed, d)
			}
			seen[d] = true
		}
	}
}

func TestVerdicts(t *testing.T) {
	p := policy{&plan.Errors{Retry: []int{1213, 1205}, Ignore: []int{1062, 1205}}}
	all := policy{&plan.Errors{Ignore: []int{everyCode}}}
	for _, test := range []struct {
		p    policy
		err  driver.Error
		want verdict
	}{
		{p, driver.Error{Code: 1213}, again},
		{p, driver.Error{Code: 1205}, again}, // a retry may still succeed
		{p, driver.Error{Code: 1062}, pass},
		{p, driver.Error{Code: 1146}, fatal},
		{p, driver.Error{Class: driver.Lost, Code: 2013}, replace},
		{p, driver.Error{Class: driver.Refused, Code: 1045}, fatal},
		{p, driver.Error{Class: driver.Interrupted, Code: 1317}, fatal},
		{all, driver.Error{Code: 1146}, pass},
		{all, driver.Error{Class: driver.Lost, Code: 1213}, replace},
		{all, driver.Error{Class: driver.Refused, Code: 1045}, fatal},
	} {
		if got := test.p.judge(&test.err); got != test.want {
			t.Errorf("%+v: verdict %d, want %d", test.err, got, test.want)
		}
	}
}
