package planner

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

type names struct{}

func (s *scope) lower(e hcl.Expression, n *names) (expr.Expr, hcl.Diagnostics) {
	return expr.ConstInt(1), nil
}
func (s *scope) lowerTo(e hcl.Expression, n *names, k expr.Kind, what string) (expr.Expr, hcl.Diagnostics) {
	return expr.ConstInt(1), nil
}
func columnNames(t *plan.Table) *names { return nil }
func startNames() *names               { return nil }
func loadNames() *names                { return nil }
func reportNames() *names              { return nil }
func (s *scope) micros(e hcl.Expression, n *names) (expr.Expr, hcl.Diagnostics) {
	return expr.ConstInt(1), nil
}
func (s *scope) mix(m *spec.Mix) (plan.Mix, hcl.Diagnostics) { return plan.Mix{Name: m.Name}, nil }
