package report

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/archive"
)

const reportsDoc = "../../docs/reports.md"

// TestReportsDoc makes the examples and tables of the documentation anew and
// compares them; UPDATE_GOLDEN=1 writes them.
func TestReportsDoc(t *testing.T) {
	data, err := os.ReadFile(reportsDoc)
	if err != nil {
		t.Fatal(err)
	}
	p := samplePlan(4)
	p.Repeat = 2
	s := &sample{plan: p, facts: manyRepeats().facts, repeats: []repeated{working(0, 0, 4, 2000, 1)}}
	usual := summarise(t, s, Options{})
	pieces := summarise(t, s, Options{Percentiles: []float64{95}, Interval: 5 * second})
	s.repeats = append(s.repeats, working(0, 1, 4, 2100, 2))
	twice := summarise(t, s, Options{Percentiles: []float64{50, 99}})
	got := string(data)
	for name, text := range map[string]string{
		"text": block("text", written(t, usual, "text")), "csv": block("csv", firstLines(written(t, usual, "csv"), 3)),
		"bench": block("text", written(t, twice, "bench")), "sysbench": block("text", written(t, pieces, "sysbench")),
		"csv columns": columnTable(usual.csvColumns()), "csv interval columns": columnTable(pieces.csvColumns()),
	} {
		begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
		before, rest, found := strings.Cut(got, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("%s has no place for %s", reportsDoc, name)
		}
		got = before + begin + text + end + after
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(reportsDoc, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(data), got); diff != "" {
		t.Errorf("%s is out of date; run the test with UPDATE_GOLDEN=1 (-file +code):\n%s", reportsDoc, diff)
	}
}

// block is text as a fenced block of Markdown.
func block(language, text string) string { return "```" + language + "\n" + text + "```\n" }

func firstLines(text string, n int) string {
	return strings.Join(strings.SplitAfter(text, "\n")[:n], "")
}

// columnTable is columns as the documentation has them.
func columnTable(columns []archive.Column) string {
	var b strings.Builder
	b.WriteString("| column | meaning |\n|---|---|\n")
	for _, c := range columns {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Name, c.Doc)
	}
	return b.String()
}

// TestJSONFieldsAreDocumented: every field of the summary has its name in the
// table of fields.
func TestJSONFieldsAreDocumented(t *testing.T) {
	data, err := os.ReadFile(reportsDoc)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "## json")
	section, _, _ = strings.Cut(section, "## csv")
	seen := map[reflect.Type]bool{}
	var check func(reflect.Type)
	check = func(of reflect.Type) {
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || of.PkgPath() != reflect.TypeFor[Summary]().PkgPath() || seen[of] {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && !strings.Contains(section, "`"+name+"`") && !strings.Contains(section, "`"+name+"[]`") {
				t.Errorf("%s has no field %q of %s", reportsDoc, name, of.Name())
			}
			check(f.Type)
		}
	}
	check(reflect.TypeFor[Summary]())
}
