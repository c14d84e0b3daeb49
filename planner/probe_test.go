package planner

import (
	"testing"
	"testing/fstest"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// probesText is a spec of probes of all types of options.
const probesText = `
variable "kind" {
  default = "rndrd"
}

variable "block" {
  default = "16KiB"
}

probe "fileio" "disk" {
  file_directory   = "/tmp"
  file_test_mode   = var.kind
  file_block_size  = var.block
  file_total_size  = 1048576
  file_num         = 4
  file_extra_flags = ["dsync", "direct"]
  file_rw_ratio    = 2.5
  validate         = false
}

probe "mutex" "locks" {}

probe "memory" "block" {
  memory_total_size = "1MiB"
}

experiment "e" {
  matrix {
    block = ["4KiB", "64KiB"]
  }
  load "disk" {
    probe = probe.fileio["disk"]
  }
  load "locks" {
    probe   = probe.mutex.locks
    threads = 3
  }
  load "memory" {
    probe = probe.memory.block
  }
  load "chosen" {
    probe  = probe.memory.block
    events = 7
  }
}
`

// A probe is a target with all its options, stored once for each content; where
// it works is beside the plan; its own amount of work ends a load that says
// nothing.
func TestProbe(t *testing.T) {
	s := readText(t, probesText)
	ready, diags := CompileToRun(s, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p := ready.Plan
	if len(p.Targets) != 4 || len(p.Cells) != 2 || p.Cells[0].Target != 0 || p.Cells[0].Schema != -1 {
		t.Fatalf("%d targets, cells %+v", len(p.Targets), p.Cells)
	}
	disk := p.Targets[0]
	if disk.Name != "probe.fileio.disk" || disk.Probe.Kind != "fileio" || len(disk.Probe.Operations) != 3 {
		t.Errorf("the target is %+v", disk)
	}
	got := map[string]expr.Expr{}
	for _, o := range disk.Probe.Options {
		got[o.Name] = o.Value
	}
	for name, want := range map[string]expr.Expr{
		"file_test_mode": expr.ConstString("rndrd"), "file_block_size": expr.ConstInt(4096), "file_total_size": expr.ConstInt(1 << 20), "file_num": expr.ConstInt(4),
		"file_rw_ratio": expr.ConstFloat(2.5), "validate": expr.ConstBool(false), "file_fsync_freq": expr.ConstInt(100),
	} {
		if o := got[name]; o.Kind != want.Kind || o.Int != want.Int || o.Float != want.Float || o.Text != want.Text {
			t.Errorf("%s is %+v, want %+v", name, o, want)
		}
	}
	if _, inPlan := got["file_directory"]; inPlan || ready.Endpoints[0].Name != disk.Name || ready.Endpoints[0].Path != "/tmp" {
		t.Errorf("the directory is in the plan: %v, or not beside it: %+v", inPlan, ready.Endpoints)
	}
	for name, want := range map[string]plan.Load{
		"disk":   {Duration: 10e9},
		"locks":  {Events: 1, Each: true},
		"memory": {Events: 1024, Duration: 10e9},
		"chosen": {Events: 7},
	} {
		l := loadOf(t, p, name)
		if l.Events != want.Events || l.Each != want.Each || l.Duration != want.Duration || l.Mix != -1 || len(l.Errors.Retry) > 0 {
			t.Errorf("load %s is %+v, want %+v", name, l, want)
		}
	}
}

// readText reads a spec that a test holds.
func readText(t *testing.T, text string) *spec.Spec {
	t.Helper()
	s, diags := spec.Read("spec.hcl", spec.Options{FS: fstest.MapFS{"spec.hcl": {Data: []byte(text)}}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return s
}

// loadOf is the load of that name.
func loadOf(t *testing.T, p *plan.Plan, name string) *plan.Load {
	t.Helper()
	for i := range p.Loads {
		if p.Loads[i].Name == name {
			return &p.Loads[i]
		}
	}
	t.Fatalf("there is no load %q", name)
	return nil
}

// A target given for an experiment of probes only is told of, and has no effect.
func TestProbeTarget(t *testing.T) {
	p, diags := Compile(readText(t, probesText), Options{Target: "null"})
	if p == nil || len(diags) != 1 || diags[0].Severity != hcl.DiagWarning || diags[0].Summary != "Target without effect" {
		t.Errorf("%v", diags)
	}
}
