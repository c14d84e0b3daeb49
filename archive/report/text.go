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
		t.line("%s", t.standing())
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
		all = append(all, list[i].Name+" = "+list[i].String())
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
