package report

import (
	"fmt"
	"slices"
	"strconv"
)

// row is one line of a table of loads.
type row struct {
	name    string
	factors Factors
	figures *Figures
	events  *Outcomes // nil for a median
}

// cells writes the headlines of each cell: the median of its repeats, or the
// only one.
func (t *text) cells() {
	var all []row
	heading := []string{"cell"}
	for _, f := range t.summary.Cells[0].Factors {
		heading = append(heading, f.Name)
	}
	repeats := 0
	for i := range t.summary.Cells {
		c := &t.summary.Cells[i]
		repeats = max(repeats, len(c.Repeats))
		all = append(all, headlines(c)...)
	}
	t.line("")
	if repeats > 1 {
		t.line("medians of up to %d repeats; events and errors are sums", repeats)
	}
	t.table(heading, all)
	t.further()
}

// further says how to see what the table of cells leaves out.
func (t *text) further() {
	what := "Statements"
	if s := t.summary; s.Interval > 0 || len(s.Checkpoints) > 0 || t.binned() {
		what = "Intervals, checkpoints, histograms, statements"
	}
	t.line("  %s and errors are shown of one cell: assay report %s --cell %d, or --only FACTOR=VALUE", what, t.summary.Run, t.summary.Cells[0].Cell)
}

// binned tells whether a histogram was asked for.
func (t *text) binned() bool {
	for i := range t.summary.Cells {
		for j := range t.summary.Cells[i].Repeats {
			if r := &t.summary.Cells[i].Repeats[j]; r.Total != nil && len(r.Total.Histogram) > 0 {
				return true
			}
		}
	}
	return false
}

// headlines are the loads of a cell: their medians or, with fewer than two
// complete repeats, the figures of the first that is complete, if any is.
func headlines(c *Cell) []row {
	shown := &c.Repeats[0]
	if i := slices.IndexFunc(c.Repeats, func(r Repeat) bool { return r.Status == complete }); i >= 0 {
		shown = &c.Repeats[i]
	}
	var all []row
	for j := range shown.Loads {
		f := &shown.Loads[j].Figures
		if k := slices.IndexFunc(c.Median, func(m Figures) bool { return m.Load == f.Load }); k >= 0 {
			f = &c.Median[k]
		}
		all = append(all, row{name: strconv.Itoa(c.Cell), factors: c.Factors, figures: f, events: outcomesOf(c, f.Load)})
	}
	return all
}

// outcomesOf is the events of a load over all repeats.
func outcomesOf(c *Cell, load string) *Outcomes {
	all := new(Outcomes)
	for i := range c.Repeats {
		for j := range c.Repeats[i].Loads {
			if l := &c.Repeats[i].Loads[j]; l.Load == load {
				all.add(&l.Events)
			}
		}
	}
	return all
}

// add sums outcomes.
func (o *Outcomes) add(p *Outcomes) {
	o.Total += p.Total
	o.OK += p.OK
	o.Rollback += p.Rollback
	o.Error += p.Error
	o.Unexpected += p.Unexpected
	o.Cancelled += p.Cancelled
}

// table writes rows of loads. The column of the load appears if it tells
// something.
func (t *text) table(heading []string, rows []row) {
	several := false
	typical := 0.0
	for _, r := range rows {
		several = several || r.figures.Load != rows[0].figures.Load
		if r.figures.Response != nil {
			typical = max(typical, r.figures.Response.Mean)
		}
	}
	u := unitFor(typical)
	if several {
		heading = append(heading, "load")
	}
	g := grid{left: len(heading)}
	g.row(append(heading, append([]string{"ok events", "other", "events/s"}, t.latencyHeading("response "+u.name)...)...)...)
	for _, r := range rows {
		cells := []string{r.name}
		for i := range r.factors {
			cells = append(cells, r.factors[i].String())
		}
		if several {
			cells = append(cells, r.figures.Load)
		}
		ok, other := "", ""
		if r.events != nil {
			ok, other = wholeText(r.events.OK), wholeText(r.events.Total-r.events.OK)
		}
		cells = append(cells, ok, other, rateText(r.figures.Throughput))
		g.row(append(cells, t.latencyCells(u, r.figures.Response)...)...)
	}
	g.write(&t.Builder, "  ")
}

// latencyHeading are the headings of latencyCells.
func (t *text) latencyHeading(first string) []string {
	all := []string{first, "min", "mean"}
	for _, p := range t.summary.Percentiles {
		all = append(all, fmt.Sprintf("p%v", p))
	}
	return append(all, "max")
}

// latencyCells are a distribution's figures; the first is empty, for the
// heading tells the unit there.
func (t *text) latencyCells(u unit, l *Latency) []string {
	if l == nil {
		return []string{"no events"}
	}
	all := []string{"", u.text(float64(l.Min)), u.text(l.Mean)}
	for _, p := range l.Percentiles {
		all = append(all, u.text(float64(p.Value)))
	}
	return append(all, u.text(float64(l.Max)))
}
