package report

import (
	"math"
	"strings"
)

// sysbenchCounts are statements as sysbench counts them: one that failed is
// in none of read, write and other; one that lost its connection is a
// reconnect and no error.
type sysbenchCounts struct{ read, write, other, errors, reconnects, late int64 }

// total is sysbench's queries.
func (c *sysbenchCounts) total() int64 { return c.read + c.write + c.other }

// countsOf counts a piece. Without archived statements, every answer is other,
// as in sysbench where it sees none (--mysql-dry-run); then each attempt after
// a first and each event that ended in an error stands for a statement that
// failed, and reconnects are not known.
func countsOf(p *Piece) sysbenchCounts {
	s := &p.Statements
	if s.Read == nil {
		failed := p.Retries + p.Events.Error
		return sysbenchCounts{other: max(0, s.Total-failed), errors: failed, late: s.Late}
	}
	return sysbenchCounts{*s.Read, *s.Write, *s.Other, *s.Error - *s.Lost, *p.Reconnects, s.Late}
}

// statistics writes the full report of a piece. Its rates are of its own
// length; elapsed is since the beginning of the measured phase.
func (b *sysbench) statistics(l *Load, p *Piece, elapsed int64) {
	if own, is := l.own(); is {
		own.work(b, l, p)
	} else {
		b.sql(p)
	}
	if p.Events.Cancelled > 0 {
		b.line("Number of unfinished transactions on forced shutdown: %d\n", p.Events.Cancelled)
	}
	b.line("General statistics:")
	b.line("%-41s%.4fs", "    total time:", float64(elapsed)/1e9)
	b.value("    total number of events:", p.Events.OK)
	b.line("")
	b.latency(p.Response)
	b.fairness(p.Workers)
}

// sql writes what was done at a database.
func (b *sysbench) sql(p *Piece) {
	c := countsOf(p)
	b.line("SQL statistics:")
	b.line("    queries performed:")
	b.value("        read:", c.read)
	b.value("        write:", c.write)
	b.value("        other:", c.other)
	b.value("        total:", c.total())
	b.rated("    transactions:", p.Events.OK, p.Length)
	b.line("%-41s%-6d (%.2f per sec.)", "    queries:", c.total(), perSecond(max(0, c.total()-c.late), p.Length))
	b.rated("    ignored errors:", c.errors, p.Length)
	b.rated("    reconnects:", c.reconnects, p.Length)
	b.line("")
}

// value writes a count that begins in column 42.
func (b *sysbench) value(label string, n int64) { b.line("%-41s%d", label, n) }

// rated writes a count and how many a second that is.
func (b *sysbench) rated(label string, n, length int64) {
	b.line("%-41s%-6d (%.2f per sec.)", label, n, perSecond(n, length))
}

// latency writes response times in milliseconds, each ending in column 53.
func (b *sysbench) latency(l *Latency) {
	shown := b.percentile(l)
	if l == nil {
		l = new(Latency)
	}
	row := func(label string, ns float64) { b.line("%-41s%12.2f", "         "+label, ns/1e6) }
	b.line("Latency (ms):")
	row("min:", float64(l.Min))
	row("avg:", l.Mean)
	row("max:", float64(l.Max))
	if b.p == 0 {
		b.line("%-41sdisabled", "         percentile stats:")
	} else {
		row(b.rank()+"th percentile:", shown*1e6)
	}
	row("sum:", float64(l.Sum))
	b.line("")
}

// fairness writes how evenly workers worked: events, and seconds in events.
func (b *sysbench) fairness(w *Workers) {
	b.line("Threads fairness:")
	b.line("%-35s%.4f/%.2f", "    events (avg/stddev):", w.Mean, w.StdDev)
	b.line("%-35s%.4f/%.2f", "    execution time (avg/stddev):", w.MeanTime/1e9, w.StdDevTime/1e9)
	b.line("")
}

// histogram writes a bar for each bin that has values, the longest of 40 stars.
func (b *sysbench) histogram(bins []Bin) {
	if bins == nil {
		return
	}
	var most int64
	for _, bin := range bins {
		most = max(most, bin.Count)
	}
	b.line("Latency histogram (values are in milliseconds)")
	b.line("       value  ------------- distribution ------------- count")
	for _, bin := range bins {
		stars := int(math.Floor(float64(bin.Count)*40/float64(most) + 0.5))
		b.line("%12.3f |%-40s %d", bin.Value/1e6, strings.Repeat("*", stars), bin.Count)
	}
	b.line(" ")
}
