package plan

import (
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// resultWords writes a result as an assertion does: the node
// "response.percentile" of 99 in load oltp is
// percentile(result.load.oltp.response, 99).
func resultWords(e *expr.Expr) string {
	metric, statistic, _ := strings.Cut(e.Text, ".")
	args, p := e.Args, ""
	if statistic == "percentile" && len(args) > 0 {
		p = ", " + words(&args[0], nil)
		args = args[1:]
	}
	path := "result."
	for i := range args {
		path += plainConstant(&args[i]) + "."
	}
	if statistic == "" {
		return path + metric
	}
	return statistic + "(" + path + metric + p + ")"
}

// isTime tells whether e is a result in nanoseconds.
func isTime(e *expr.Expr) bool {
	return e.Op == expr.OpResult && (strings.HasPrefix(e.Text, "response.") || strings.HasPrefix(e.Text, "service."))
}
