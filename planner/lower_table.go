package planner

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// copyOf lowers table.T, table.T[0] and table.T[key]. A family needs an index:
// taking its first copy in silence would put all the load on one table.
func (s *scope) copyOf(t hcl.Traversal, key hcl.Expression, n *names) (term, hcl.Diagnostics) {
	index, table, diags := s.tableOf(t)
	if diags.HasErrors() {
		return term{}, diags
	}
	copyNumber := value(expr.ConstInt(0), t.SourceRange())
	switch {
	case key != nil:
		copyNumber, diags = s.scalar(key, n)
	case len(t) > 2:
		i, ok := position(t[2])
		if !ok || len(t) > 3 {
			return term{}, errorAt(t.SourceRange(), "Unknown reference", "A table has copies, as in table.%s[0], and nothing else that could be referred to.", table.Name)
		}
		copyNumber.Int = int64(i)
	case table.Copies > 1:
		return term{}, errorAt(t.SourceRange(), "Which copy?", "Table %q has %d copies. Write any(table.%s) for a random one or table.%s[0] for the first.",
			table.Name, table.Copies, table.Name, table.Name)
	}
	if diags.HasErrors() {
		return term{}, diags
	}
	return copyTerm(copyNumber, index, table)
}

// copyTerm checks the number of a copy. One that is drawn may still lie outside;
// the executor counts that as an error of the event.
func copyTerm(number term, index int, table *plan.Table) (term, hcl.Diagnostics) {
	if number.Kind != expr.Int || number.table >= 0 {
		return term{}, errorAt(number.at, "Wrong type", "The number of a copy must be an int, and this is %s.", number.called())
	}
	if number.constant() && (number.Int < 0 || number.Int >= table.Count()) {
		return term{}, errorAt(number.at, "No such copy", "Table %q has copies 0 to %d, but no copy %d.", table.Name, table.Count()-1, number.Int)
	}
	number.table = index
	return number, nil
}

// tableOf finds the table that a reference names, among those of the mix's
// schema as they are in this cell: one whose when is false is not there.
func (s *scope) tableOf(t hcl.Traversal) (int, *plan.Table, hcl.Diagnostics) {
	name := stepName(t)
	index, table := s.table(name)
	if table != nil {
		return index, table, nil
	}
	if s.schema == nil {
		return -1, nil, errorAt(t.SourceRange(), "Mix without schema", "Tables belong to a schema, and this mix names none. Add schema = schema.NAME to the mix.")
	}
	return -1, nil, errorAt(t.SourceRange(), "Unknown table", "Schema %q has no table %q. It has %s.%s",
		s.schema.Name, name, listed(s.tableNames()), didYouMean(name, s.tableNames()))
}
