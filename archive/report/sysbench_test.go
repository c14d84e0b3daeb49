package report

import (
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/server/servertest"
)

func TestMain(m *testing.M) { os.Exit(servertest.Run(m)) }

// lineClass is one kind of line of sysbench's output. Columns tells which
// ends of its values must stand in the same columns: "starts", "ends" or "".
type lineClass struct {
	name, pattern, columns string
}

const decimal2 = `(\d+\.\d\d)`

// lineClasses are all lines of an OLTP run, of which any other is a mistake.
var lineClasses = []lineClass{
	{"blank", ``, ""},
	{"one space", ` `, ""},
	{"banner", `sysbench 1\.0\.20 \(using .+\)`, ""},
	{"heading", `(?:Running the test with following options|SQL statistics|General statistics|Latency \(ms\)|Threads fairness):`, ""},
	{"threads", `Number of threads: (\d+)`, "starts"},
	{"interval option", `Report intermediate results every (\d+) second\(s\)`, "starts"},
	{"checkpoint option", `Report checkpoint\(s\) at (\d+(?:, \d+)*) seconds`, "starts"},
	{"seed", `Initializing random number generator from seed \((\d+)\)\.`, "starts"},
	{"forcing", `Forcing shutdown in (\d+) seconds`, "starts"},
	{"starting", `Initializing worker threads\.\.\.|Threads started!`, ""},
	{"fatal", `FATAL: .*`, ""},
	{"interval", `\[ (\d+)s \] thds: (\d+) tps: ` + decimal2 + ` qps: ` + decimal2 + ` \(r/w/o: ` + decimal2 + `/` + decimal2 + `/` + decimal2 +
		`\) lat \(ms,(\d+)%\): ` + decimal2 + ` err/s: ` + decimal2 + ` reconn/s: ` + decimal2, ""},
	{"checkpoint", `\[ (\d+)s \] Checkpoint report:`, "starts"},
	{"histogram", `Latency histogram \(values are in milliseconds\)|       value  ------------- distribution ------------- count`, ""},
	{"bin", ` *(\d+\.\d{3}) \|\*{0,40} *(?: \d+)`, "ends"},
	{"queries performed", `    queries performed:`, ""},
	{"read", `        read: +(\d+)`, "starts"},
	{"write", `        write: +(\d+)`, "starts"},
	{"other", `        other: +(\d+)`, "starts"},
	{"total", `        total: +(\d+)`, "starts"},
	{"transactions", `    transactions: +(\d+ *) (\()` + decimal2 + ` per sec\.\)`, "starts"},
	{"queries", `    queries: +(\d+ *) (\()` + decimal2 + ` per sec\.\)`, "starts"},
	{"ignored errors", `    ignored errors: +(\d+ *) (\()` + decimal2 + ` per sec\.\)`, "starts"},
	{"reconnects", `    reconnects: +(\d+ *) (\()` + decimal2 + ` per sec\.\)`, "starts"},
	{"unfinished", `Number of unfinished transactions on forced shutdown: (\d+)`, "starts"},
	{"total time", `    total time: +(\d+\.\d{4})s`, "starts"},
	{"events", `    total number of events: +(\d+)`, "starts"},
	{"min", `         min: +` + decimal2, "ends"},
	{"avg", `         avg: +` + decimal2, "ends"},
	{"max", `         max: +` + decimal2, "ends"},
	{"percentile", `         \d+th percentile: +` + decimal2, "ends"},
	{"no percentile", `         percentile stats: +(disabled)`, "starts"},
	{"sum", `         sum: +` + decimal2, "ends"},
	{"fairness of events", `    events \(avg/stddev\): +(\d+\.\d{4})/` + decimal2, "first start"},
	{"fairness of time", `    execution time \(avg/stddev\): +(\d+\.\d{4})/` + decimal2, "first start"},
}

// sysbenchLine is one line that a parser of sysbench's output has understood.
type sysbenchLine struct {
	class   string
	values  []string
	columns []int // those that are fixed
}

// parseSysbench understands every line or fails.
func parseSysbench(t *testing.T, whose, text string) []sysbenchLine {
	t.Helper()
	var lines []sysbenchLine
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var found []sysbenchLine
		for _, c := range lineClasses {
			at := regexp.MustCompile(`^(?:` + c.pattern + `)$`).FindStringSubmatchIndex(line)
			if at == nil {
				continue
			}
			parsed := sysbenchLine{class: c.name}
			for i := 2; i < len(at); i += 2 {
				parsed.values = append(parsed.values, strings.TrimSpace(line[at[i]:at[i+1]]))
				switch {
				case c.columns == "starts" && i <= 4, c.columns == "first start" && i == 2:
					parsed.columns = append(parsed.columns, at[i])
				case c.columns == "ends":
					parsed.columns = append(parsed.columns, at[i+1])
				}
			}
			found = append(found, parsed)
		}
		if len(found) != 1 {
			t.Fatalf("%s: %q is %d kinds of line", whose, line, len(found))
		}
		lines = append(lines, found[0])
	}
	return lines
}

// sequence is the classes in order, a run of the same class once.
func sequence(lines []sysbenchLine) []string {
	var all []string
	for _, l := range lines {
		all = append(all, l.class)
	}
	return slices.Compact(all)
}

// fixedColumns are the columns of each class.
func fixedColumns(lines []sysbenchLine) map[string]string {
	all := make(map[string]string)
	for _, l := range lines {
		all[l.class] = fmt.Sprint(l.columns)
	}
	return all
}

// TestLayoutIsSysbenchs runs the real sysbench and understands its output;
// then the same parser must understand ours of a run with the same options,
// line by line in the same order, with the values in the same columns.
func TestLayoutIsSysbenchs(t *testing.T) {
	s := servertest.MariaDB(t)
	db := servertest.Database(t, s)
	real := func(args ...string) string {
		t.Helper()
		args = append([]string{"oltp_read_write", "--mysql-socket=" + s.Socket, "--mysql-user=root", "--mysql-db=" + db, "--table-size=100"}, args...)
		out, err := exec.Command("sysbench", args...).Output()
		if err != nil {
			t.Fatalf("sysbench %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	real("prepare")
	// A checkpoint in the middle of an interval: sysbench's two reporters do
	// not wait for each other.
	with := real("--threads=2", "--time=3", "--report-interval=2", "--report-checkpoints=1", "--histogram", "--rand-seed=1", "run")
	without := real("--threads=2", "--time=0", "--events=20", "--percentile=0", "--rand-seed=1", "run")

	ours := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 300, 1)}}
	for _, c := range []struct {
		name, real string
		options    Options
	}{
		{"everything", with, Options{Percentiles: []float64{95}, Interval: 4 * second, Checkpoints: []int64{3 * second}, Histogram: true}},
		{"nothing", without, Options{Percentiles: []float64{0}}},
	} {
		want := parseSysbench(t, c.name+" of sysbench", c.real)
		got := parseSysbench(t, c.name+" of ours", written(t, summarise(t, ours, c.options), "sysbench"))
		if a, b := sequence(want), sequence(got); !slices.Equal(a, b) {
			t.Errorf("%s: lines in the order\n%q, sysbench has\n%q", c.name, b, a)
		}
		if a, b := fixedColumns(want), fixedColumns(got); !maps.Equal(a, b) {
			t.Errorf("%s: values in the columns\n%v, sysbench has\n%v", c.name, b, a)
		}
	}
}

// TestForcedShutdown: events cut at the deadline show as sysbench shows a
// forced shutdown, of which these are the lines.
func TestForcedShutdown(t *testing.T) {
	p := samplePlan(4)
	p.Loads[0].Grace = 5 * second
	s := &sample{plan: p, repeats: []repeated{working(0, 0, 4, 300, 1)}}
	lastEvent(s).Phase, lastEvent(s).Start, lastEvent(s).Outcome = event.Measure, 11*second, event.Cancelled
	text, _, _ := strings.Cut(written(t, summarise(t, s, Options{Percentiles: []float64{95}}), "sysbench"), "\n#")
	parseSysbench(t, "ours", text)
	for _, want := range []string{
		"(1).\n\nForcing shutdown in 15 seconds\n\nInit", "\n\nFATAL: ", " per sec.)\n\nNumber of unfinished transactions on forced shutdown: 1\n\nGeneral",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// firstOf is the values of the first line of a class.
func firstOf(t *testing.T, lines []sysbenchLine, class string) []string {
	t.Helper()
	for _, l := range lines {
		if l.class == class {
			return l.values
		}
	}
	t.Fatalf("no line of class %s", class)
	return nil
}

// TestSysbenchValues: what a parser reads is what the summary has.
func TestSysbenchValues(t *testing.T) {
	s := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 3000, 5)}}
	summary := summarise(t, s, Options{Percentiles: []float64{99}, Interval: second})
	l := &summary.Cells[0].Repeats[0].Loads[0]
	lines := parseSysbench(t, "ours", written(t, summary, "sysbench"))
	millis := func(ns float64) string { return fmt.Sprintf("%.2f", ns/1e6) }
	n := &l.Statements
	for class, want := range map[string]string{
		"read": fmt.Sprint(*n.Read), "write": fmt.Sprint(*n.Write), "other": fmt.Sprint(*n.Other), "total": fmt.Sprint(*n.Read + *n.Write + *n.Other),
		"transactions": fmt.Sprint(l.Events.OK), "ignored errors": fmt.Sprint(*n.Error - *l.Reconnects), "reconnects": fmt.Sprint(*l.Reconnects),
		"total time": "10.0000", "events": fmt.Sprint(l.Events.OK), "min": millis(float64(l.Response.Min)), "avg": millis(l.Response.Mean),
		"max": millis(float64(l.Response.Max)), "percentile": millis(float64(l.Response.Percentiles[0].Value)), "sum": millis(float64(l.Response.Sum)),
		"fairness of events": fmt.Sprintf("%.4f", l.Workers.Mean), "threads": "4", "seed": "1",
	} {
		if got := firstOf(t, lines, class)[0]; got != want {
			t.Errorf("%s is %s, want %s", class, got, want)
		}
	}
	if *l.Reconnects == 0 || *n.Error == *l.Reconnects {
		t.Error("the sample has no reconnects or no other errors")
	}
	if rate := firstOf(t, lines, "transactions")[2]; rate != fmt.Sprintf("%.2f", l.Throughput) {
		t.Errorf("%s transactions per second, want %v", rate, l.Throughput)
	}
	checkRates(t, lines, l)
}

// checkRates holds that the rates of ten intervals of a second sum to the counts.
func checkRates(t *testing.T, lines []sysbenchLine, l *Load) {
	t.Helper()
	var sums [11]float64
	n := 0
	for _, line := range lines {
		if line.class != "interval" {
			continue
		}
		n++
		if line.values[0] != strconv.Itoa(n) {
			t.Errorf("interval %d ends at %s", n, line.values[0])
		}
		for i, text := range line.values {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			sums[i] += v
		}
	}
	s := &l.Statements
	want := map[int]int64{
		2: l.Events.OK, 3: *s.Read + *s.Write + *s.Other, 4: *s.Read, 5: *s.Write, 6: *s.Other, 9: *s.Error - *s.Lost, 10: *l.Reconnects,
	}
	for i, count := range want {
		if math.Abs(sums[i]-float64(count)) > 0.1 {
			t.Errorf("value %d of %d interval lines sums to %v, want %d", i, n, sums[i], count)
		}
	}
}

// TestSysbenchWithoutStatements: every statement that worked is other, and
// what failed is derived from retries and outcomes.
func TestSysbenchWithoutStatements(t *testing.T) {
	full := &sample{plan: samplePlan(4), repeats: []repeated{working(0, 0, 4, 500, 1)}}
	all := summarise(t, full, Options{}).Cells[0].Repeats[0].Total
	full.dropped = true
	text, _, _ := strings.Cut(written(t, summarise(t, full, Options{Percentiles: []float64{95}}), "sysbench"), "\n#")
	lines := parseSysbench(t, "ours", text)
	worked := fmt.Sprint(*all.Statements.Read + *all.Statements.Write + *all.Statements.Other)
	for class, want := range map[string]string{"read": "0", "write": "0", "other": worked, "total": worked, "ignored errors": fmt.Sprint(*all.Statements.Error)} {
		if got := firstOf(t, lines, class)[0]; got != want {
			t.Errorf("%s is %s, want %s", class, got, want)
		}
	}
}

// TestBinsAreSysbenchs: the examples of its documented scale, and what lies beyond.
func TestBinsAreSysbenchs(t *testing.T) {
	for bin, want := range map[int]float64{0: 0.001, 500: 8.12959, 511: 9.91037, 601: 50.1074, 1022: 98215.46, 1023: 100000, 1024: 101816.96} {
		got := histogramFigures(map[int]int64{bin: 1})[0].Value / 1e6
		if math.Abs(got-want) > want*1e-6 {
			t.Errorf("bin %d has its middle at %v ms, want %v", bin, got, want)
		}
		if at := binOf(int64(want * 1e6)); at != bin {
			t.Errorf("%v ms is in bin %d, want %d", want, at, bin)
		}
	}
	if binOf(0) != 0 || binOf(-5) != 0 {
		t.Error("what is below the first bin is not in it")
	}
}
