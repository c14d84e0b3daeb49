package sysbench

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// write writes the spec. What people vary first is a variable of it, under
// sysbench's name, so that --var and a matrix can change it.
func (s *settings) write() []byte {
	if s.test.probe != nil {
		return s.writeProbe()
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Made from: %s\n\n", s.line)
	for _, limit := range s.limits() {
		variable(&b, limit.name, cty.NumberIntVal(limit.n))
	}
	for _, in := range s.inputs {
		if varied(in.name) {
			variable(&b, in.name, in.value)
		}
	}
	if s.password {
		fmt.Fprintf(&b, "variable \"mysql_password\" {\ntype = string\nsensitive = true\ndescription = \"Given as ASSAY_VAR_mysql_password.\"\n}\n\n")
	}
	s.module(&b)
	s.experiment(&b)
	return hclwrite.Format(b.Bytes())
}

// variable writes a variable of a number.
func variable(b *bytes.Buffer, name string, v cty.Value) {
	fmt.Fprintf(b, "variable %q {\ntype = number\ndefault = %s\n}\n\n", name, quoted(v))
}

// varied tells whether an input is a variable of the spec.
func varied(input string) bool {
	return slices.Contains([]string{"tables", "table_size", "oltp_num_tables", "oltp_table_size"}, input)
}

// limit is a variable that limits the load.
type limit struct {
	name, attribute, form string
	n                     int64
}

// limits are those that apply.
func (s *settings) limits() []limit {
	all := []limit{
		{"threads", "threads", "var.threads", max(s.whole(toThreads, 1), 1)},
		{"events", "events", "var.events", s.whole(toEvents, 0)},
		{"rate", "rate", "var.rate", s.whole(toRate, 0)},
		{"warmup_time", "warmup", `"${var.warmup_time}s"`, s.whole(toWarmup, 0)},
		{"time", "duration", `"${var.time}s"`, s.whole(toTime, 0)},
	}
	return slices.DeleteFunc(all, func(l limit) bool { return l.n == 0 })
}

// module writes the call of the module, with the options that shape the work.
func (s *settings) module(b *bytes.Buffer) {
	fmt.Fprintf(b, "module \"sysbench\" {\nsource = %q\n\n", "assay/"+s.test.module)
	for _, in := range s.inputs {
		value := quoted(in.value)
		if varied(in.name) {
			value = "var." + in.name
		}
		fmt.Fprintf(b, "%s = %s\n", in.name, value)
	}
	if s.password {
		fmt.Fprintf(b, "mysql_password = var.mysql_password\n")
	}
	if s.test.workload == "bulk_insert" {
		fmt.Fprintf(b, "threads = var.threads # a table for each\n")
	}
	fmt.Fprintf(b, "}\n\n")
}

// experiment writes the experiment with its one load.
func (s *settings) experiment(b *bytes.Buffer) {
	fmt.Fprintf(b, "experiment %q {\ntarget = module.sysbench.target.mysql\n", s.test.workload)
	if seed := s.whole(toSeed, 0); seed > 0 {
		fmt.Fprintf(b, "seed = %d\n", seed)
	}
	if s.fresh() {
		fmt.Fprintf(b, "data = \"fresh\" # or a second run would insert the same ids\n")
	}
	fmt.Fprintf(b, "\nload \"sysbench\" {\nmix = module.sysbench.mix.%s\n", s.test.workload)
	for _, limit := range s.limits() {
		fmt.Fprintf(b, "%s = %s\n", limit.attribute, limit.form)
	}
	if s.whole(toRate, 0) > 0 && s.test.pacesThreads() {
		fmt.Fprintf(b, "arrivals = \"constant\"\n")
	}
	if s.grace != "" {
		fmt.Fprintf(b, "grace = %q\n", s.grace)
	}
	if n := s.whole(toStart, 0); n > 0 {
		fmt.Fprintf(b, "start_timeout = \"%ds\"\n", n)
	}
	s.reconnect(b)
	if codes, given := s.parts[toRetry]; given {
		fmt.Fprintf(b, "\nerrors {\nretry = %s\n}\n", quoted(codes))
	}
	fmt.Fprintf(b, "}\n}\n")
}

// reconnect writes how long a worker keeps its connection.
func (s *settings) reconnect(b *bytes.Buffer) {
	v, given := s.parts[toReconnect]
	if !given || v.Type() == cty.Number && s.whole(toReconnect, 0) == 0 {
		return
	}
	fmt.Fprintf(b, "reconnect = %s\n", quoted(v))
}

// fresh tells whether the tables must be made anew for each run: these tests
// choose ids that a run before has used.
func (s *settings) fresh() bool {
	own := slices.ContainsFunc(s.inputs, func(in input) bool { return in.name == "auto_inc" && in.value.False() })
	return s.test.workload == "bulk_insert" || s.test.workload == "oltp_insert" && own
}

// quoted is a value as an expression.
func quoted(v cty.Value) string { return string(hclwrite.TokensForValue(v).Bytes()) }
