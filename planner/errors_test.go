package planner

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/spec"
)

// expected matches a comment such as
//
//	rows = "many" # ERROR 10-16: Wrong type: Here a number is needed
//
// on the line of the diagnostic: the columns where its range starts and ends
// (the end as line:column if on another line), then how summary and detail
// begin. Where a comment cannot stand on its line, it stands elsewhere with
// the line as ERROR @LINE.
var expected = regexp.MustCompile(`# (ERROR|WARNING) (?:@(\d+) )?(\d+)-(?:(\d+):)?(\d+): (.+)$`)

// Each spec in testdata/errors has the diagnostics that its comments say, and
// no others. Specs of a directory that begins with "modules" are read by others.
func TestErrors(t *testing.T) {
	fixtures, _ := filepath.Glob("testdata/errors/*.hcl")
	if len(fixtures) < 25 {
		t.Errorf("only %d fixtures", len(fixtures))
	}
	for _, fixture := range fixtures {
		t.Run(filepath.Base(fixture), func(t *testing.T) {
			s := read(t, fixture)
			want := wanted(t, s)
			if len(want) == 0 {
				t.Error("the fixture expects nothing")
			}
			for _, d := range Validate(s, Options{}) {
				checkDiagnostic(t, s, d)
				if !claimed(want, found(d)) {
					t.Errorf("unexpected:\n%s\n%s", found(d), printed(s, hcl.Diagnostics{d}))
				}
			}
			for _, w := range want {
				if w != "" {
					t.Errorf("did not come: %s", w)
				}
			}
		})
	}
}

// wanted gathers the comments of all files that were read.
func wanted(t *testing.T, s *spec.Spec) (want []string) {
	t.Helper()
	for name, f := range s.Files {
		for i, line := range strings.Split(string(f.Bytes), "\n") {
			m := expected.FindStringSubmatch(line)
			if m == nil {
				if strings.Contains(line, "# ERROR") || strings.Contains(line, "# WARNING") {
					t.Errorf("%s:%d: the comment cannot be read", name, i+1)
				}
				continue
			}
			at := strconv.Itoa(i + 1)
			if m[2] != "" {
				at = m[2]
			}
			end := m[5]
			if m[4] != "" {
				end = m[4] + ":" + end
			}
			want = append(want, fmt.Sprintf("%s %s:%s %s-%s: %s", m[1], name, at, m[3], end, m[6]))
		}
	}
	return want
}

// found is a diagnostic in the form of the comments.
func found(d *hcl.Diagnostic) string {
	severity := "ERROR"
	if d.Severity == hcl.DiagWarning {
		severity = "WARNING"
	}
	r := d.Subject
	end := strconv.Itoa(r.End.Column)
	if r.End.Line != r.Start.Line {
		end = fmt.Sprintf("%d:%s", r.End.Line, end)
	}
	return fmt.Sprintf("%s %s:%d %d-%s: %s: %s", severity, r.Filename, r.Start.Line, r.Start.Column, end, d.Summary, d.Detail)
}

// claimed strikes out the first comment that got begins with, or is if the
// comment ends with ~.
func claimed(want []string, got string) bool {
	for i, w := range want {
		whole, all := strings.CutSuffix(w, "~")
		if w != "" && (got == whole || !all && strings.HasPrefix(got, w)) {
			want[i] = ""
			return true
		}
	}
	return false
}

// checkDiagnostic holds what every diagnostic about a file owes its reader.
func checkDiagnostic(t *testing.T, s *spec.Spec, d *hcl.Diagnostic) {
	t.Helper()
	if d.Subject == nil {
		t.Fatalf("no range: %s: %s", d.Summary, d.Detail)
	}
	if f := s.Files[d.Subject.Filename]; f == nil || d.Subject.Start.Line < 1 || d.Subject.End.Byte > len(f.Bytes) {
		t.Errorf("range %s is outside its file", d.Subject)
	}
	if d.Summary == "" || strings.HasSuffix(d.Summary, ".") || len(d.Summary) > 60 {
		t.Errorf("summary is no short title: %q", d.Summary)
	}
	if d.Detail == "" || !strings.ContainsAny(d.Detail[len(d.Detail)-1:], ".?)") {
		t.Errorf("detail is no full sentence: %q", d.Detail)
	}
	if strings.Contains(d.Detail, "hunter2") || d.EvalContext != nil {
		t.Errorf("a sensitive value can be printed: %q", d.Detail)
	}
}
