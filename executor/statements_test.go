package executor

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// pairs is a query over a pair of tables, of a and b copies.
func pairs(a, b int64) ([]plan.Table, *plan.Query) {
	tables := []plan.Table{{Name: "a", Copies: a, Quote: "`"}, {Name: "b`c", Copies: b, Quote: "`"}}
	return tables, &plan.Query{Name: "pair", Prepare: true, SQL: plan.Template{
		Parts: []string{"SELECT * FROM ", " JOIN ", " USING (id)"},
		Holes: []plan.Hole{tableHole(0, expr.Slot(0, expr.Int)), tableHole(1, expr.Slot(1, expr.Int))},
	}}
}

// Each combination of copies has its own statement, whose text is what one
// would write for it, and its own number.
func TestFamilyMembers(t *testing.T) {
	tables, q := pairs(3, 2)
	r := &register{next: 7}
	f, err := r.family(q, tables)
	if err != nil || len(f.members) != 6 || r.next != 13 {
		t.Fatalf("%d members, next number %d, %v", len(f.members), r.next, err)
	}
	seen := map[int]bool{}
	for a := range int64(3) {
		for b := range int64(2) {
			env := &expr.Env{Slots: []expr.Value{expr.IntValue(a), expr.IntValue(b)}}
			member, err := f.member(env)
			if err != nil {
				t.Fatal(err)
			}
			want, err := f.append(nil, env)
			if err != nil {
				t.Fatal(err)
			}
			st := f.members[member]
			if st.SQL != string(want) || !st.Prepare || seen[st.ID] || st.ID < 7 || st.ID > 12 {
				t.Errorf("copies %d and %d: statement %+v, want %s", a, b, st, want)
			}
			seen[st.ID] = true
		}
	}
	if want := "SELECT * FROM a3 JOIN `b``c2` USING (id)"; f.members[5].SQL != want {
		t.Errorf("the last is %s, want %s", f.members[5].SQL, want)
	}
}

// Beyond the bound no text is made in advance, and each is still right.
func TestLargeFamily(t *testing.T) {
	tables, q := pairs(250, 250)
	r := new(register)
	f, err := r.family(q, tables)
	if err != nil || len(f.members) != 0 || r.next != 0 {
		t.Fatalf("%d members, %v", len(f.members), err)
	}
	text, err := f.append(nil, &expr.Env{Slots: []expr.Value{expr.IntValue(249), expr.IntValue(0)}})
	if want := "SELECT * FROM a250 JOIN `b``c1` USING (id)"; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	q.Batch = 1
	if _, err := r.family(q, tables); err == nil || !strings.Contains(err.Error(), `"pair"`) {
		t.Errorf("a batch over too many tables: %v", err)
	}
}

func TestCopyOutsideOfTheTable(t *testing.T) {
	tables, q := pairs(3, 0)
	f, err := new(register).family(q, tables)
	if err != nil {
		t.Fatal(err)
	}
	for _, copies := range [][2]expr.Value{
		{expr.IntValue(3), expr.IntValue(0)}, {expr.IntValue(-1), expr.IntValue(0)},
		{expr.IntValue(0), expr.IntValue(1)}, {{}, expr.IntValue(0)}, {expr.FloatValue(1), expr.IntValue(0)},
	} {
		env := &expr.Env{Slots: copies[:]}
		if _, err := f.member(env); !errors.Is(err, errCopy) {
			t.Errorf("copies %v: %v", copies, err)
		}
		if _, err := f.append(nil, env); !errors.Is(err, errCopy) {
			t.Errorf("text for copies %v: %v", copies, err)
		}
	}
}
