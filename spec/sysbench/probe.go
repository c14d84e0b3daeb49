package sysbench

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/probes/probe"
)

// A test of hardware becomes a probe block and an experiment with one load.

// probeTest is the test of a kind of probe. What a command line of 0.4 leaves
// out cannot be told from what one of 1.0 does, and the latter are many more.
func (c *converter) probeTest(cmd *command, k *probe.Kind) *test {
	if cmd.byOption {
		c.warn(cmd.script.at, "Taken for sysbench 1.0", "Without --max-time and --max-requests 1.0 ends after ten seconds; 0.4 ended after 10000 events.")
	}
	t := &test{workload: k.Name, options: map[string]option{}, probe: k}
	for i := range k.Options {
		if o := &k.Options[i]; !o.Own {
			t.options[o.Name] = probeOption(o)
		}
	}
	if k.Name == "fileio" {
		c.testMode(cmd)
	}
	return t
}

// testMode gives fileio the mode that only a run needs there, and asks for it
// where it is needed.
func (c *converter) testMode(cmd *command) {
	if slices.ContainsFunc(cmd.options, func(o setting) bool { return o.name == "file_test_mode" }) {
		return
	}
	if cmd.verb.text == "run" {
		c.fail(cmd.script.at, "No mode", "A run of fileio needs --file-test-mode, as in --file-test-mode=rndrw.")
		return
	}
	cmd.options = append(cmd.options, setting{name: "file_test_mode", value: "rndrw", word: cmd.script})
}

// probeOption reads an option of a probe as sysbench does.
func probeOption(o *probe.Option) option {
	switch o.Type {
	case probe.Size:
		return option{read: readSize}
	case probe.Count:
		return option{read: readWhole}
	case probe.Ratio:
		return option{read: readFloat, most: 1e9}
	case probe.Truth:
		return option{read: readBool}
	case probe.Words:
		return option{read: func(text string) (cty.Value, string, error) { return readWords(o, text) }}
	case probe.Word:
		return option{words: o.Words}
	}
	return option{}
}

// sizeForm is a size as sysbench reads it: digits and a letter. What follows
// the letter is passed over.
var sizeForm = regexp.MustCompile(`^([0-9]+)([KMGT]?)(.*)$`)

// readSize reads sysbench's SIZE, whose units are powers of 1024.
func readSize(text string) (v cty.Value, note string, err error) {
	m := sizeForm.FindStringSubmatch(strings.ToUpper(text))
	if m == nil || m[2] == "" && m[3] != "" {
		return cty.NilVal, "", fmt.Errorf("a size is digits with one of K, M, G and T, and sysbench reads %q as 0", text)
	}
	if rest := strings.TrimPrefix(m[3], "IB"); rest != "" {
		note = fmt.Sprintf("sysbench reads %q as %s%siB and passes the rest over in silence, and so does this spec.", text, m[1], m[2])
	}
	if m[2] == "" {
		v, err = cty.ParseNumberVal(m[1])
		return v, note, err
	}
	return cty.StringVal(m[1] + m[2] + "iB"), note, nil
}

// readWords reads a list of words.
func readWords(o *probe.Option, text string) (cty.Value, string, error) {
	v, err := o.Parse(text)
	if err != nil {
		return cty.NilVal, "", err
	}
	if v.Text == "" {
		return cty.ListValEmpty(cty.String), "", nil
	}
	var list []cty.Value
	for _, word := range strings.Split(v.Text, ",") {
		list = append(list, cty.StringVal(word))
	}
	return cty.ListVal(list), "", nil
}

// ofEveryTest are the places of options that no database is needed for.
var ofEveryTest = []string{toThreads, toEvents, toRate, toTime, toWarmup, toGrace, toSeed, toNothing}

// ofProbe tells whether an option means something to a test of hardware; those
// of databases do not.
func (c *converter) ofProbe(o *setting, t *test) bool {
	_, own := t.options[o.name]
	as, shared := general[o.name]
	if own || !shared || as.idle != "" || slices.Contains(ofEveryTest, as.to) {
		return true
	}
	c.warn(o.at, "Left out", "The test %s goes to no database and draws from no distribution, so %s has no effect on it.", t.workload, spelled(o.name))
	return false
}

// possible holds the options of a probe to its table, so that what is converted
// can be planned: sysbench itself takes some values and then fails, or does
// nothing.
func (c *converter) possible(s *settings, cmd *command) {
	values := s.test.probe.Defaults()
	for _, in := range s.inputs {
		v, err := s.test.probe.Option(in.name).Parse(plainValue(in.value))
		if err != nil {
			c.fail(placeOf(in.name, cmd), "Wrong value", "It %s.", strings.TrimPrefix(err.Error(), in.name+" "))
			return
		}
		values.Set(in.name, v)
	}
	for _, p := range values.Problems() {
		c.fail(placeOf(p.Option, cmd), "Impossible options", "%s", p.Detail)
	}
}

// plainValue is a value as a word of a command line.
func plainValue(v cty.Value) string {
	switch {
	case v.Type() == cty.String:
		return v.AsString()
	case v.Type().IsListType():
		var words []string
		for _, word := range v.AsValueSlice() {
			words = append(words, word.AsString())
		}
		return strings.Join(words, ",")
	}
	return quoted(v)
}

// placeOf is where an option stands, or else the test that it is of.
func placeOf(name string, cmd *command) hcl.Range {
	for _, o := range cmd.options {
		if o.name == name {
			return o.at
		}
	}
	return cmd.script.at
}

// probeLimits are the limits that apply to a load on a probe. The amount of
// memory's and mutex's work is an option of theirs: sysbench looks at no number
// of events there and, for mutex, at no time.
func (s *settings) probeLimits() []limit {
	without := map[string][]string{"memory": {"events"}, "mutex": {"events", "duration"}}[s.test.workload]
	return slices.DeleteFunc(s.limits(), func(l limit) bool { return slices.Contains(without, l.attribute) })
}

// writeProbe writes the spec of a test of hardware.
func (s *settings) writeProbe() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Made from: %s\n\n", s.line)
	for _, limit := range s.probeLimits() {
		variable(&b, limit.name, cty.NumberIntVal(limit.n))
	}
	fmt.Fprintf(&b, "probe %q \"sysbench\" {\n", s.test.workload)
	for _, in := range s.inputs {
		fmt.Fprintf(&b, "%s = %s\n", in.name, quoted(in.value))
	}
	fmt.Fprintf(&b, "}\n\nexperiment %q {\n", s.test.workload)
	if seed := s.whole(toSeed, 0); seed > 0 {
		fmt.Fprintf(&b, "seed = %d\n\n", seed)
	}
	fmt.Fprintf(&b, "load \"sysbench\" {\nprobe = probe.%s.sysbench\n", s.test.workload)
	for _, limit := range s.probeLimits() {
		fmt.Fprintf(&b, "%s = %s\n", limit.attribute, limit.form)
	}
	if s.grace != "" {
		fmt.Fprintf(&b, "grace = %q\n", s.grace)
	}
	fmt.Fprintf(&b, "}\n}\n")
	return hclwrite.Format(b.Bytes())
}
