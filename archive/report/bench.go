package report

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/assay-bench/assay/archive/event"
)

// Bench writes the summary in the format of Go's benchmarks (Clements and
// Cox, Proposal: Go Benchmark Data Format, 2016), which benchstat compares:
// one line for each load of each complete repeat, so that repeats are samples.
// One iteration is one ok event; times are response times. The only errors are
// those of w.
//
// Configuration lines hold what should be equal when two runs are compared,
// since benchstat divides its tables by them: the experiment, its digest, the
// host. The run is a remark for that reason; lines that begin with # are no
// part of the format and are skipped by its readers.
func (s *Summary) Bench(w io.Writer) error {
	var b strings.Builder
	s.benchHead(&b)
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			r := &s.Cells[i].Repeats[j]
			for k := range r.Loads {
				s.benchLine(&b, &s.Cells[i], r, &r.Loads[k])
			}
		}
	}
	b.WriteString(s.remarks())
	_, err := io.WriteString(w, b.String())
	return err
}

// benchHead writes the configuration and what benchstat cannot guess of units.
func (s *Summary) benchHead(b *strings.Builder) {
	fmt.Fprintf(b, "# run %s\nexperiment: %s\ndigest: %s\nseed: %d\n", s.Run, s.Experiment, s.Digest, s.Seed)
	for _, f := range s.Facts {
		if key := benchKeys[f.Name]; key != "" && f.Source == "host" {
			fmt.Fprintf(b, "%s: %s%s\n", key, oneLine(f.Value), after(" ", f.Unit))
		}
	}
	b.WriteString("Unit events/s better=higher\nUnit statements/s better=higher\n\n")
}

// benchKeys are the host facts that are written, by the key that Go's own
// benchmarks use where they have one. The host's name is none of them: two
// machines that are alike may be compared.
var benchKeys = map[string]string{
	"os": "goos", "arch": "goarch", "cpu_model": "cpu", "cpus": "cpus", "memory": "memory", "kernel": "kernel",
}

// oneLine keeps a value on its line.
func oneLine(value string) string { return strings.Join(strings.Fields(value), " ") }

// benchLine writes one load of one repeat, unless it is no sample.
func (s *Summary) benchLine(b *strings.Builder, c *Cell, r *Repeat, l *Load) {
	if why := s.noSample(r, l); why != "" {
		fmt.Fprintf(b, "# cell %d, repeat %d, load %s is left out: %s\n", c.Cell, r.Repeat, l.Load, why)
		return
	}
	fmt.Fprintf(b, "%s %d", benchName(s.Experiment, l.Load, c.Factors), l.Events.OK)
	value := func(v float64, unit string) {
		fmt.Fprintf(b, " %s %s", strconv.FormatFloat(v, 'f', -1, 64), unit)
	}
	value(l.Response.Mean, "ns/op")
	for _, p := range l.Response.Percentiles {
		value(float64(p.Value), "p"+strconv.FormatFloat(p.P, 'f', -1, 64)+"-ns")
	}
	value(float64(l.Response.Max), "max-ns")
	value(l.Throughput, "events/s")
	value(l.Statements.Rate, "statements/s")
	value(float64(l.Events.Total-l.Events.OK)/float64(l.Events.Total), "not-ok/event")
	b.WriteByte('\n')
}

// noSample is why a load is not to be compared; empty if it is.
func (s *Summary) noSample(r *Repeat, l *Load) string {
	switch {
	case r.Status != complete || l.Response == nil:
		return fmt.Sprintf("%s, %s ok events", r.Status, wholeText(l.Events.OK))
	case r.doubtful() && !s.invalid:
		return "not valid"
	}
	return ""
}

// processors is the ending of a name that readers take for GOMAXPROCS.
var processors = regexp.MustCompile(`-\d+$`)

// benchName is the name of the benchmark, with the load and the factors as its
// parts: BenchmarkEngines/load=oltp/engine=InnoDB/threads=4.
func benchName(experiment, load string, factors []event.Factor) string {
	first := []rune(experiment)
	if len(first) > 0 {
		first[0] = unicode.ToUpper(first[0])
	}
	name := "Benchmark" + benchPart(string(first)) + "/load=" + benchPart(load)
	for i := range factors {
		name += "/" + factors[i].Name + "=" + benchPart(factors[i].String())
	}
	return processors.ReplaceAllStringFunc(name, func(end string) string { return "%2D" + end[1:] })
}

// benchPart escapes what would end a part of a name, as in a URL.
func benchPart(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '/' || r == '%' || unicode.IsSpace(r) || unicode.IsControl(r) {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
