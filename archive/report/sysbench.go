package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Sysbench writes the summary in the layout of sysbench 1.0.20, so that what
// people wrote to read that reads this: its header, interval lines,
// checkpoints, histogram and final report, column by column. The only errors
// are those of w.
//
// Each load of each repeat of each cell is one report. Where there are several,
// a line that begins with # stands before each and tells which it is; what
// sysbench has no place for (assertions and doubts) follows in such lines at
// the end. Values are exact: the percentile, the first of the summary's, is a
// time that was measured, not the middle of a bin. docs/reports.md tells how
// each figure follows from the archive.
func (s *Summary) Sysbench(w io.Writer) error {
	b := &sysbench{summary: s, p: 0}
	if len(s.Percentiles) > 0 {
		b.p = s.Percentiles[0]
	}
	several := s.reports() > 1
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			r := &s.Cells[i].Repeats[j]
			for k := range r.Loads {
				if several {
					b.line("# cell %d, repeat %d, load %s%s", s.Cells[i].Cell, r.Repeat, r.Loads[k].Load, after(": ", factors(s.Cells[i].Factors)))
				}
				b.report(r, &r.Loads[k])
			}
		}
	}
	b.WriteString(s.remarks())
	_, err := io.WriteString(w, b.String())
	return err
}

// reports is how many loads there are in all repeats.
func (s *Summary) reports() int {
	n := 0
	for i := range s.Cells {
		for j := range s.Cells[i].Repeats {
			n += len(s.Cells[i].Repeats[j].Loads)
		}
	}
	return n
}

// remarks are what the text says of the run as a whole, of assertions and of
// doubts, in lines that begin with #: formats for programs have no place for it.
func (s *Summary) remarks() string {
	t := &text{summary: s}
	if len(s.Cells) == 0 {
		t.line("no cell has run")
	}
	if s.Status != complete {
		t.line("%s", t.standing())
	}
	t.asserts()
	t.warnings()
	var out strings.Builder
	for line := range strings.Lines(t.String()) {
		if strings.TrimSpace(line) != "" {
			out.WriteString("# " + line)
		}
	}
	return out.String()
}

// sysbench is what is written so far. A percentile of 0 is none, as there.
type sysbench struct {
	strings.Builder
	summary *Summary
	p       float64
}

// line writes one line.
func (b *sysbench) line(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// report writes the report of one load. The final part covers what came after
// the last checkpoint, as sysbench's does.
func (b *sysbench) report(r *Repeat, l *Load) {
	b.header(l)
	last := whole(l)
	if n := len(l.Checkpoints); n > 0 {
		last = l.Checkpoints[n-1]
	}
	b.progress(l)
	switch {
	case r.Status != complete:
		b.line("FATAL: the repeat %s%s", statusText(r.Status), after(": ", r.Reason))
	case l.Events.Cancelled > 0:
		b.line("FATAL: The hard deadline has passed, forcing shutdown...")
	}
	b.histogram(last.Histogram)
	b.statistics(l, &last, l.Length)
}

// whole is the measured phase of a load as one piece.
func whole(l *Load) Piece {
	return Piece{
		Length: l.Length, Events: l.Events, Throughput: l.Throughput, Bytes: l.Bytes, Response: l.Response, Statements: l.Statements,
		Retries: l.Retries, Reconnects: l.Reconnects, Workers: &l.Workers, Histogram: l.Histogram, Operations: l.operations(),
	}
}

// header writes what sysbench says before it starts. The banner names Assay,
// where sysbench names its interpreter.
func (b *sysbench) header(l *Load) {
	s := b.summary
	b.line("sysbench 1.0.20 (using %s)\n", s.Tool)
	b.line("Running the test with following options:")
	b.line("Number of threads: %d", l.Workers.Count)
	if l.Arrivals != nil {
		b.line("Target transaction rate: %s/sec", strconv.FormatFloat(l.Arrivals.Rate, 'f', -1, 64))
	}
	if s.Interval > 0 {
		b.line("Report intermediate results every %s second(s)", seconds(s.Interval))
	}
	if len(s.Checkpoints) > 0 {
		var marks []string
		for _, at := range s.Checkpoints {
			marks = append(marks, seconds(at))
		}
		b.line("Report checkpoint(s) at %s seconds", strings.Join(marks, ", "))
	}
	if l.Probe != nil && l.Probe.option("validate") == "true" {
		b.line("Validation checks: on.\n")
	}
	b.line("Initializing random number generator from seed (%d).\n", s.Seed)
	if l.Events.Cancelled > 0 && l.Asked != nil && l.Asked.Duration > 0 {
		b.line("Forcing shutdown in %s seconds", seconds(l.Asked.Duration+l.Asked.Grace))
	}
	b.ownHeader(l)
	b.line("\nInitializing worker threads...\n\nThreads started!\n")
}

// seconds is a time as sysbench writes it, a whole number; where it is none,
// with the decimals that it needs.
func seconds(ns int64) string { return strconv.FormatFloat(float64(ns)/1e9, 'f', -1, 64) }

// progress writes interval lines and checkpoints in the order of time. An
// interval that the end cut short has no line, and what follows the last
// checkpoint is the final report's.
func (b *sysbench) progress(l *Load) {
	checkpoints := l.Checkpoints
	if len(checkpoints) > 0 {
		checkpoints = checkpoints[:len(checkpoints)-1]
	}
	until := func(end int64) {
		for len(checkpoints) > 0 && checkpoints[0].Start+checkpoints[0].Length <= end {
			mark := checkpoints[0].Start + checkpoints[0].Length
			b.line("[ %ss ] Checkpoint report:", seconds(mark))
			b.statistics(l, &checkpoints[0], mark)
			checkpoints = checkpoints[1:]
		}
	}
	for i := range l.Intervals {
		p := &l.Intervals[i]
		until(p.Start + p.Length)
		if p.Length == b.summary.Interval {
			b.interval(l, p)
		}
	}
	until(l.Length)
}

// interval writes the line of one interval.
func (b *sysbench) interval(l *Load, p *Piece) {
	if own, is := l.own(); is {
		own.interval(b, l, p)
		return
	}
	c := countsOf(p)
	rate := func(n int64) float64 { return perSecond(n, p.Length) }
	b.line("[ %ss ] thds: %d tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,%s%%): %.2f err/s: %.2f reconn/s: %.2f",
		seconds(p.Start+p.Length), l.Workers.Count, rate(p.Events.OK), rate(c.total()), rate(c.read), rate(c.write), rate(c.other),
		b.rank(), b.percentile(p.Response), rate(c.errors), rate(c.reconnects))
	if p.Queue != nil {
		b.line("[ %ss ] queue length: %d, concurrency: %d", seconds(p.Start+p.Length), p.Queue.Waiting, p.Queue.Running)
	}
}

// rank is which percentile is shown.
func (b *sysbench) rank() string { return strconv.FormatFloat(b.p, 'f', -1, 64) }

// percentile is the one that is shown, in milliseconds; 0 without any.
func (b *sysbench) percentile(l *Latency) float64 {
	if l == nil || b.p == 0 {
		return 0
	}
	return float64(l.Percentiles[0].Value) / 1e6
}
