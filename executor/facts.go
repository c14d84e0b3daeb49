package executor

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// knowledge is the host's facts and those of one server, as expressions see
// them: host.cpus, server.version, server.innodb_buffer_pool_size.
func knowledge(host map[string]expr.Value, server []driver.Fact) map[string]expr.Value {
	all := make(map[string]expr.Value, len(host)+len(server))
	maps.Copy(all, host)
	for _, f := range server {
		if f.Host == 0 {
			all["server."+f.Name] = factValue(f.Value)
		}
	}
	return all
}

// factValue is a server's text as the number that it writes, or as text. The
// planner takes a server's facts for text, and int() or float() around one takes
// either.
func factValue(s string) expr.Value {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return expr.IntValue(n)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return expr.FloatValue(f)
	}
	return text(s)
}

// resolve computes a number of the plan that depends on facts. It must be at
// least 1; what names it in an error.
func resolve(n *plan.Number, facts map[string]expr.Value, what string) (int, error) {
	v := expr.IntValue(n.N)
	if !n.Known() {
		var err error
		if v, err = n.Expr.Eval(&expr.Env{Facts: facts}); err != nil {
			return 0, fmt.Errorf("compute %s: %w", what, err)
		}
	}
	// More than a million sessions is a mistake, not a load.
	const most = 1 << 20
	if v.Kind != expr.Int || v.Int < 1 || v.Int > most {
		return 0, fmt.Errorf("%s must be a whole number from 1 to %d; it is %s", what, most, v.Append(nil))
	}
	return int(v.Int), nil
}
