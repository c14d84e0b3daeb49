package plan

import (
	"bytes"
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner/expr"
)

// probing is a plan of one probe.
func probing(change ...func(*Plan)) *Plan {
	p := &Plan{
		Format: Format, Experiment: "cpu", Seed: 1, Repeat: 1, Order: Grouped, Data: Reuse, OnFailure: "continue",
		Targets: []Target{{Name: "probe.cpu.primes", Driver: ProbeDriver, Probe: &Probe{
			Kind: "cpu", Operations: []string{"event"}, Options: []ProbeOption{{"cpu_max_prime", expr.ConstInt(10000)}},
		}}},
		Loads: []Load{{Name: "cpu", Mix: -1, Threads: Fixed(2), Duration: 10e9, Grace: 10e9, Errors: Errors{MaxAttempts: 1}}},
		Cells: []Cell{{Schema: -1, Loads: []int{0}}},
	}
	for _, c := range change {
		c(p)
	}
	return p
}

func TestProbeDecode(t *testing.T) {
	p := probing()
	data, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil || Digest(again) != Digest(p) {
		t.Errorf("decoded it is another plan: %v\n%s", err, data)
	}
	if strings.Contains(string(data), "dialect") {
		t.Errorf("a probe has a dialect:\n%s", data)
	}
}

func TestProbeCheck(t *testing.T) {
	zero := 0
	for want, change := range map[string]func(*Plan){
		"":                           func(*Plan) {},
		"has the driver":             func(p *Plan) { p.Targets[0].Driver = "mysql" },
		"and no server":              func(p *Plan) { p.Servers, p.Targets[0].Server = []Server{{Name: "s", Program: "mysqld"}}, &zero },
		"has 0 operations":           func(p *Plan) { p.Targets[0].Probe.Operations = nil },
		"is no constant":             func(p *Plan) { p.Targets[0].Probe.Options[0].Value = expr.Slot(0, expr.Int) },
		"has mix 0 too":              func(p *Plan) { p.Loads[0].Mix = 0 },
		"tables would be made":       func(p *Plan) { p.Schemas = sample().Schemas; p.Cells[0].Schema = 0 },
		"neither duration nor event": func(p *Plan) { p.Loads[0].Duration = 0 },
	} {
		err := Check(probing(change))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

func TestProbeDescribe(t *testing.T) {
	var text bytes.Buffer
	if err := Describe(&text, probing(func(p *Plan) { p.Loads[0].Events, p.Loads[0].Each = 1, true })); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"probe.cpu.primes  cpu_max_prime = 10000  event   0", "1 event of each worker, at most 10s", "cpu: ends at the latest 10s after its last phase",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, text.String())
		}
	}
}

func TestProbeDiff(t *testing.T) {
	lines := Diff(probing(), probing(func(p *Plan) { p.Targets[0].Probe.Options[0].Value = expr.ConstInt(20000) }))
	if len(lines) != 1 || lines[0] != "target probe.cpu.primes, option cpu_max_prime: value 10000 → 20000" {
		t.Errorf("the difference is %q", lines)
	}
	lines = Diff(probing(), sample())
	if !strings.Contains(strings.Join(lines, "\n"), "experiment: cpu → engines") {
		t.Errorf("a plan of statements and one of probes differ by %q", lines)
	}
}
