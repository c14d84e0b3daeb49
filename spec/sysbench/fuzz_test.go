package sysbench_test

import (
	"testing"

	"github.com/assay-bench/assay/spec"
	"github.com/assay-bench/assay/spec/sysbench"
)

// Whatever the command line, it becomes a spec that parses, in the layout of
// `assay fmt`, or mistakes that say where they are.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{
		"sysbench oltp_read_write --tables=4 --threads=16 --time=60 run", "sysbench --test=oltp --oltp-test-mode=sp --oltp-sp-name='a b' run",
		`sysbench oltp_insert --mysql-user="${x}%{y}\"" --create-table-options=a\ b --forced-shutdown=5% run`, "sysbench --test --=1 -- \\", "sysbench\n#",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		made, diags := sysbench.Convert(line)
		for _, d := range diags {
			if d.Subject == nil || !d.Subject.CanSliceBytes([]byte(line)) {
				t.Errorf("%s is said of no place: %v", d.Summary, d.Subject)
			}
		}
		if made == nil {
			return
		}
		out, problems := spec.Format(made.Spec, "sysbench.hcl")
		if problems.HasErrors() || string(out) != string(made.Spec) {
			t.Errorf("%v\n%s", problems, made.Spec)
		}
	})
}
