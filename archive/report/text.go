package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Text writes the summary for people: one cell in detail, or many as a table
// with their factors; then what the assertions came to, and doubts. The only
// errors are those of w.
func (s *Summary) Text(w io.Writer) error {
	t := &text{summary: s}
	t.head()
	switch len(s.Cells) {
	case 0:
		t.line("\nno cell has run")
	case 1:
		t.cell(&s.Cells[0])
	default:
		t.cells()
	}
	t.asserts()
	t.warnings()
	_, err := io.WriteString(w, t.String())
	return err
}

// text is what is written so far.
type text struct {
	strings.Builder
	summary *Summary
}

// line writes one line.
func (t *text) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// head writes which run it is and how it stands.
func (t *text) head() {
	s := t.summary
	digest := s.Digest
	if len(digest) > 8 {
		digest = digest[:8]
	}
	t.line("%s · run %s · seed %d · digest %s", s.Experiment, s.Run, s.Seed, digest)
	if s.Status != complete {
		t.line("the run is %s%s", s.Status, after(": ", s.Reason))
	} else if !s.Ended.IsZero() {
		t.line("complete after %s", s.Ended.Sub(s.Started).Round(100*time.Millisecond))
	}
}

// after is text with something in front, or nothing.
func after(front, text string) string {
	if text == "" {
		return ""
	}
	return front + text
}

// factors are written as they would be given: engine = InnoDB, threads = 4.
func factors(list Factors) string {
	var all []string
	for i := range list {
		all = append(all, list[i].Name+" = "+factorText(&list[i]))
	}
	return strings.Join(all, ", ")
}

// cell writes a cell in detail. Of several repeats it writes the headlines
// and then the one in the middle.
func (t *text) cell(c *Cell) {
	t.line("\ncell %d%s", c.Cell, after(": ", factors(c.Factors)))
	if len(c.Repeats) == 1 {
		t.repeat(&c.Repeats[0])
		return
	}
	t.repeats(c)
	r := middleRepeat(c)
	t.line("\nrepeat %d, the one of median throughput", r.Repeat)
	t.repeat(r)
}

// repeats writes the headlines of each repeat and their median.
func (t *text) repeats(c *Cell) {
	var all []row
	for i := range c.Repeats {
		for j := range c.Repeats[i].Loads {
			all = append(all, row{name: strconv.Itoa(c.Repeats[i].Repeat), figures: &c.Repeats[i].Loads[j].Figures, events: &c.Repeats[i].Loads[j].Events})
		}
	}
	for i := range c.Median {
		if f := &c.Median[i]; f.Load != "" {
			all = append(all, row{name: "median", figures: f})
		}
	}
	t.table([]string{"repeat"}, all)
}

// middleRepeat is the complete repeat of median throughput, the lower of two.
func middleRepeat(c *Cell) *Repeat {
	best := &c.Repeats[0]
	for i := range c.Repeats {
		r := &c.Repeats[i]
		below := 0
		for j := range c.Repeats {
			if throughput(&c.Repeats[j]) < throughput(r) || throughput(&c.Repeats[j]) == throughput(r) && j < i {
				below++
			}
		}
		if below == (len(c.Repeats)-1)/2 {
			best = r
		}
	}
	return best
}

// throughput is the headline by which repeats are ordered.
func throughput(r *Repeat) float64 {
	if r.Total == nil {
		return 0
	}
	return r.Total.Throughput
}

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
}

// headlines are the loads of a cell.
func headlines(c *Cell) []row {
	var all []row
	for j := range c.Repeats[0].Loads {
		name := c.Repeats[0].Loads[j].Load
		r := row{name: strconv.Itoa(c.Cell), factors: c.Factors, events: new(Outcomes), figures: &c.Repeats[0].Loads[j].Figures}
		for k := range c.Median {
			if c.Median[k].Load == name {
				r.figures = &c.Median[k]
			}
		}
		for k := range c.Repeats {
			for l := range c.Repeats[k].Loads {
				if c.Repeats[k].Loads[l].Load == name {
					r.events.add(&c.Repeats[k].Loads[l].Events)
				}
			}
		}
		all = append(all, r)
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
			cells = append(cells, factorText(&r.factors[i]))
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
