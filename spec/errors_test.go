package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashicorp/hcl/v2"
)

// expected matches a comment such as
//
//	colour = 1 # ERROR 3-9: Unknown attribute: There is no attribute "colour"
//
// on the line of the error: the columns where its range starts and ends (the
// end as line:column if on another line), then how summary and detail begin.
// Where a comment cannot stand on its line, it stands elsewhere with the line
// as ERROR @LINE.
var expected = regexp.MustCompile(`# ERROR (?:@(\d+) )?(\d+)-(?:(\d+):)?(\d+): (.+)$`)

// builtin is what specs in fixtures can use as "assay/NAME".
var builtin = fstest.MapFS{
	"quickstart.hcl":     {Data: []byte("variable \"rows\" {}\n")},
	"sysbench/main.hcl":  {Data: []byte("module \"q\" {\n  source = \"../quickstart.hcl\"\n}\n")},
	"sysbench/notes.txt": {Data: []byte("not read")},
}

// Each file or directory in testdata/errors has the errors that its comments
// say, and no others.
func TestReadErrors(t *testing.T) {
	fixtures, _ := filepath.Glob("testdata/errors/*")
	if len(fixtures) < 25 {
		t.Fatalf("only %d fixtures", len(fixtures))
	}
	for _, fixture := range fixtures {
		if strings.HasSuffix(fixture, varsEnding) {
			continue // used by another
		}
		t.Run(filepath.Base(fixture), func(t *testing.T) {
			s, diags := Read(fixture, Options{Builtin: builtin})
			want := wanted(t, s)
			if len(want) == 0 {
				t.Error("the fixture expects no error")
			}
			for _, diag := range diags {
				checkDiagnostic(t, s, diag)
				if !claimed(want, found(diag)) {
					t.Errorf("unexpected:\n%s\n%s", found(diag), report(s, hcl.Diagnostics{diag}))
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
func wanted(t *testing.T, s *Spec) []string {
	t.Helper()
	var want []string
	for name, f := range s.Files {
		if strings.HasPrefix(name, "<") {
			continue
		}
		for i, line := range strings.Split(string(f.Bytes), "\n") {
			m := expected.FindStringSubmatch(line)
			if m == nil {
				if strings.Contains(line, "# ERROR") {
					t.Errorf("%s:%d: the comment cannot be read", name, i+1)
				}
				continue
			}
			at := strconv.Itoa(i + 1)
			if m[1] != "" {
				at = m[1]
			}
			end := m[4]
			if m[3] != "" {
				end = m[3] + ":" + end
			}
			want = append(want, fmt.Sprintf("%s:%s %s-%s: %s", name, at, m[2], end, m[5]))
		}
	}
	return want
}

// found is a diagnostic in the form of the comments.
func found(diag *hcl.Diagnostic) string {
	r := diag.Subject
	end := strconv.Itoa(r.End.Column)
	if r.End.Line != r.Start.Line {
		end = fmt.Sprintf("%d:%s", r.End.Line, end)
	}
	return fmt.Sprintf("%s:%d %d-%s: %s: %s", r.Filename, r.Start.Line, r.Start.Column, end, diag.Summary, diag.Detail)
}

// claimed strikes out the first comment that got begins with.
func claimed(want []string, got string) bool {
	for i, w := range want {
		if w != "" && strings.HasPrefix(got, w) {
			want[i] = ""
			return true
		}
	}
	return false
}

// checkDiagnostic holds what every diagnostic about a file owes its reader.
func checkDiagnostic(t *testing.T, s *Spec, diag *hcl.Diagnostic) {
	t.Helper()
	if diag.Subject == nil {
		t.Fatalf("no range: %s: %s", diag.Summary, diag.Detail)
	}
	r := *diag.Subject
	f := s.Files[r.Filename]
	if f == nil || r.Start.Line < 1 || r.Start.Byte > r.End.Byte || r.End.Byte > len(f.Bytes) {
		t.Errorf("range %s is outside its file", r)
	}
	if diag.Summary == "" || strings.HasSuffix(diag.Summary, ".") || len(diag.Summary) > 60 {
		t.Errorf("summary is no short title: %q", diag.Summary)
	}
	if diag.Detail == "" || !strings.ContainsAny(diag.Detail[len(diag.Detail)-1:], ".?") {
		t.Errorf("detail is no full sentence: %q", diag.Detail)
	}
}

// What is wrong with the path itself has no range, and says what to do.
func TestReadPathErrors(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.json": "{}", "a.hcl.json": "{}", "a.txt": "", "a.vars.hcl": "", "big.hcl": strings.Repeat("#", maxFileBytes+1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"a.json":     "native syntax",
		"a.hcl.json": "native syntax",
		"a.txt":      "does not end in .hcl",
		"a.vars.hcl": "--var-file",
		"big.hcl":    "larger than 1024 KiB",
		"absent.hcl": "absent.hcl cannot be read: no such file or directory.",
		"empty":      "holds no file that ends in .hcl",
	} {
		_, diags := Read(filepath.Join(dir, path), Options{})
		if len(diags) != 1 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: got %v, want one error with %q", path, diags, want)
		}
	}
}
