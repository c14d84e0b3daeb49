package sysbench

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/probes/probe"
)

// test is what a command line's test is in Assay.
type test struct {
	module   string            // source, after assay/
	workload string            // the mix and experiment
	options  map[string]option // of the test, besides the general ones
	probe    *probe.Kind       // of a test of hardware; nil of a database
	old      bool              // of 0.4 or 0.5, which end after 10000 events by default
}

// pacesThreads tells whether a rate gives each thread slots of its own, as in
// 0.4, and not events to whoever is free.
func (t *test) pacesThreads() bool { return t.module == "sysbench-0.4" }

// modern are the tests of 1.0, by their own names.
var modern = []string{
	"bulk_insert", "oltp_delete", "oltp_insert", "oltp_point_select", "oltp_read_only", "oltp_read_write",
	"oltp_update_index", "oltp_update_non_index", "oltp_write_only", "select_random_points", "select_random_ranges",
}

// renamed are the scripts of 0.5 with what they are now.
var renamed = map[string]string{
	"oltp": "oltp_read_write", "oltp_simple": "oltp_point_select", "select": "oltp_point_select", "insert": "oltp_insert", "delete": "oltp_delete",
	"update_index": "oltp_update_index", "update_non_index": "oltp_update_non_index", "parallel_prepare": "oltp_read_write",
}

// hardware are the tests of hardware, all of which are probes of that name.
var hardware = []string{"cpu", "memory", "threads", "mutex", "fileio"}

// workloads lists the tests that can be converted.
func workloads() []string { return slices.Concat(modern, []string{"oltp (0.4)"}, hardware) }

// test finds out which test is meant, and of which version of sysbench.
func (c *converter) test(cmd *command) *test {
	script, name := cmd.script, base(cmd.script.text)
	isFile := strings.HasSuffix(script.text, ".lua") || strings.Contains(script.text, "/")
	switch {
	case slices.Contains(modern, name):
		return &test{module: "sysbench", workload: name, options: modernOptions}
	case slices.Contains(hardware, name) && !isFile:
		return c.probeTest(cmd, probe.Find(name))
	case name == "oltp" && !isFile:
		return c.legacy(cmd)
	case renamed[name] != "":
		return c.renamed(cmd, name)
	case isFile:
		c.fail(script.at, "Script cannot be converted",
			"%s is a Lua program of its own. Write its statements as a mix; `assay init --from quickstart` has one to begin with.", script.text)
	default:
		c.fail(script.at, "Unknown test", "sysbench has no test %q that Assay converts. There are %s.%s", name, listed(workloads()), didYouMean(name, workloads()))
	}
	return nil
}

// legacy is --test=oltp of 0.4 in its mode.
func (c *converter) legacy(cmd *command) *test {
	t := &test{module: "sysbench-0.4", workload: "complex", options: legacyOptions, old: true}
	for _, o := range cmd.options {
		if o.name != "oltp_test_mode" {
			continue
		}
		if modes := []string{"simple", "complex", "nontrx", "sp"}; slices.Contains(modes, o.value) {
			t.workload = o.value
		} else {
			c.fail(o.at, "Unknown mode", "The modes of the test oltp are %s.%s", listed(modes), didYouMean(o.value, modes))
		}
	}
	return t
}

// renamed is a script of 0.5, which became one of 1.0 with shorter options.
func (c *converter) renamed(cmd *command, name string) *test {
	t := &test{module: "sysbench", workload: renamed[name], options: middleOptions(), old: true}
	for _, o := range cmd.options {
		if o.name == "oltp_read_only" && name == "oltp" && (o.bare || slices.Contains(yes, o.value)) {
			t.workload = "oltp_read_only"
		}
	}
	c.warn(cmd.script.at, "Script of sysbench 0.5",
		"%s is %s today. It draws a table for each kind of statement, where 0.5 drew one for a whole transaction, and uses prepared statements; without --max-requests 0.5 ended after 10000 events.",
		cmd.script.text, t.workload)
	return t
}

// wholeOf spans all words.
func wholeOf(words []word) hcl.Range {
	if len(words) == 0 {
		return hcl.Range{Filename: File, Start: hcl.InitialPos, End: hcl.InitialPos}
	}
	return hcl.RangeBetween(words[0].at, words[len(words)-1].at)
}

// listed joins names as "a, b and c".
func listed(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
