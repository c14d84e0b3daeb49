package plan

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Describe writes what a run of p will do, for people to review before
// anything is touched: experiment, cells, loads, tables, mixes, what it takes
// and what must hold. What many cells share is written once. The only errors
// are those of w.
func Describe(w io.Writer, p *Plan) error {
	t := &describer{plan: p}
	t.head()
	t.cells()
	t.servers()
	t.loads()
	t.probes()
	t.schemas()
	t.mixes()
	t.ending()
	_, err := w.Write(t.Bytes())
	return err
}

// describer is the text so far.
type describer struct {
	bytes.Buffer
	plan *Plan
}

// line writes one line, indented by the caller.
func (t *describer) line(format string, args ...any) {
	fmt.Fprintf(t, format+"\n", args...)
}

// table writes rows of tab-separated cells in columns under a heading.
func (t *describer) table(rows []string) {
	columns := tabwriter.NewWriter(t, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(columns, "  %s\n", row)
	}
	columns.Flush() // to a buffer, which never fails
}

// head writes what identifies the experiment, then what its author says of it.
func (t *describer) head() {
	p := t.plan
	t.line("experiment %s · seed %d · digest %s", p.Experiment, p.Seed, Digest(p))
	if p.Notes.Description != "" {
		t.line("%s", strings.TrimSpace(p.Notes.Description))
	}
	for _, l := range p.Notes.Labels {
		t.line("label %s = %s", l.Name, l.Value)
	}
}

// manyRows is how long a table may get before its middle is left out.
const manyRows = 40

// abbreviate keeps both ends of a long table, whose first row is the heading,
// and says in a last row how many it left out.
func abbreviate(rows []string, noun string) []string {
	const ends = 16
	if len(rows) <= manyRows {
		return rows
	}
	gap := "…" + strings.Repeat("\t…", strings.Count(rows[0], "\t"))
	short := append(rows[:ends+1:ends+1], gap)
	short = append(short, rows[len(rows)-ends:]...)
	return append(short, plural(int64(len(rows)-1-2*ends), noun)+" not shown")
}

// cells writes the factors of each cell and how long its timed phases last.
func (t *describer) cells() {
	p := t.plan
	heading := []string{"cell"}
	for _, f := range p.Factors {
		heading = append(heading, f.Name)
	}
	if several(p.Cells, func(c *Cell) int { return c.Target }) {
		heading = append(heading, "target")
	}
	rows := []string{strings.Join(append(heading, "time"), "\t")}
	for i := range p.Cells {
		c := &p.Cells[i]
		row := []string{fmt.Sprint(c.Number)}
		for j := range c.Values {
			row = append(row, plainConstant(&c.Values[j]))
		}
		if len(heading) > len(row) {
			row = append(row, p.placeWords(c.Target))
		}
		rows = append(rows, strings.Join(append(row, phaseTime(p, c)), "\t"))
	}
	t.line("\ncells")
	t.table(abbreviate(rows, "cell"))
}

// several tells whether a property differs between cells.
func several(cells []Cell, of func(*Cell) int) bool {
	for i := range cells {
		if of(&cells[i]) != of(&cells[0]) {
			return true
		}
	}
	return false
}

// phaseTime is how long one repeat of a cell takes, loading apart.
func phaseTime(p *Plan, c *Cell) string {
	span, open := cellTime(p, c)
	return timeWords(time.Duration(span), open)
}

// timeWords is a time to which events of unknown length may come.
func timeWords(span time.Duration, open bool) string {
	switch {
	case !open:
		return duration(int64(span))
	case span == 0:
		return "until the events are done"
	}
	return duration(int64(span)) + " and until the events are done"
}

// ending writes what the run takes, leaves behind and must fulfil.
func (t *describer) ending() {
	p := t.plan
	e := p.Estimate()
	t.line("\nit takes")
	t.line("  %s: %s × %s, %s", plural(int64(e.Runs), "run"),
		plural(int64(len(p.Cells)), "cell"), plural(int64(p.Repeat), "repeat"), p.Order)
	if e.Starts > 0 {
		t.line("  %s: each configuration keeps its data, switching is a stop and a start", plural(int64(e.Starts), "server start"))
	}
	if len(p.Schemas) > 0 {
		t.line("  %s of tables (data = %q): %s, about %s", plural(int64(e.Loads), "load"), p.Data, plural(e.Rows, "row"), size(e.Bytes))
	}
	t.line("  %s, loading not counted", timeWords(e.Time, e.Open))
	t.line("\nit writes, in a directory of its own")
	for _, f := range e.Files {
		t.line("  %s", f)
	}
	if len(p.Asserts) > 0 {
		t.line("\nit asserts")
	}
	for i := range p.Asserts {
		t.line("  %s: %s", p.Asserts[i].Name, words(&p.Asserts[i].Condition, nil))
	}
}
