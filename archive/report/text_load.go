package report

import (
	"fmt"
	"strconv"
	"strings"
)

// repeat writes one repeat in detail.
func (t *text) repeat(r *Repeat) {
	t.loaded(r)
	t.validity(r.Validity)
	for i := range r.Loads {
		t.load(&r.Loads[i], "load "+r.Loads[i].Load)
	}
	if len(r.Loads) > 1 {
		t.load(r.Total, "all loads together")
	}
}

// loaded writes how the tables were filled, if they were.
func (t *text) loaded(r *Repeat) {
	l := r.Loading
	if l == nil {
		return
	}
	what := counted(l.Chunks, "chunk") + " of rows"
	if l.Rows != nil {
		what = wholeText(*l.Rows) + " rows"
	}
	rate := ""
	if l.Rate != nil {
		rate = ", " + rateText(*l.Rate) + " rows/s"
	}
	errors := ""
	if l.Errors > 0 {
		errors = ", " + counted(l.Errors, "chunk") + " failed"
	}
	t.line("loaded %s in %s%s%s", what, timeText(l.Length), rate, errors)
}

// validity writes the verdict; why it is not valid stands among the warnings.
func (t *text) validity(v *Validity) {
	if v == nil {
		return
	}
	verdict := "valid"
	if !v.Valid {
		verdict = "not valid"
	}
	for i := range v.Checks {
		if c := &v.Checks[i]; c.Check == "client_cpu" {
			verdict += fmt.Sprintf(" · the load generator used %s %% of its processors", significant(100*c.Value))
		}
	}
	t.line("%s", verdict)
}

// load writes what one load did.
func (t *text) load(l *Load, name string) {
	t.line("\n%s · %s · %s", name, workersText(&l.Workers), timeText(l.Length))
	if l.Events.Total == 0 {
		t.line("  no events")
		t.arrivals(l)
		return
	}
	t.line("  events       %s", parts(l.Events.Total, []portion{
		{l.Events.OK, "ok"}, {l.Events.Rollback, "rollback"}, {l.Events.Error, "error"},
		{l.Events.Unexpected, "unexpected"}, {l.Events.Cancelled, "cancelled"},
	}))
	t.arrivals(l)
	if l.Probe != nil {
		t.line("  throughput   %s events/s%s", rateText(l.Throughput), movedText(l))
		if p := l.Probe; p.Time != nil {
			t.line("  %-12s %s: the median event ÷ %s", "per "+p.Step, stepText(*p.Time), wholeText(p.Steps))
		}
	} else {
		t.statements(l)
	}
	if w := &l.Workers; w.Count > 1 {
		what := "events"
		if l.Events.OK < l.Events.Total { // which alone are counted here
			what = "ok events"
		}
		t.line("  per worker   %s to %s %s, %s on average", wholeText(w.Min), wholeText(w.Max), what, grouped(w.Mean, 1))
	}
	if l.Client != "" {
		t.line("  client       %s", l.Client)
	}
	t.times(l)
	t.stages(l)
	t.hosts(l)
	t.errors(l)
	t.pieces(l, l.Intervals, "from s")
	t.pieces(l, l.Checkpoints, "checkpoints from s")
	t.histogram(l.Histogram)
}

// movedText is how much a probe moved in a second, if it moves anything.
func movedText(l *Load) string {
	if l.Bytes == 0 {
		return ""
	}
	return ", " + grouped(perSecond(l.Bytes, l.Length)/(1<<20), 1) + " MiB/s"
}

// stepText is the time of a small part of an event, of which hundredths of a
// nanosecond tell.
func stepText(ns float64) string {
	if ns < 1000 {
		return grouped(ns, 2) + " ns"
	}
	return timeText(int64(ns))
}

// statements writes what a load sent to a database.
func (t *text) statements(l *Load) {
	t.line("  throughput   %s events/s, %s statements/s", rateText(l.Throughput), rateText(l.Statements.Rate))
	if s := &l.Statements; s.Read != nil {
		t.line("  statements   %s%s", parts(s.Total, []portion{{*s.Read, "read"}, {*s.Write, "write"}, {*s.Other, "other"}, {*s.Error, "error"}}), s.lateText())
	} else {
		t.line("  statements   %s%s", wholeText(s.Total), s.lateText())
	}
	reconnects := "unknown"
	if l.Reconnects != nil {
		reconnects = wholeText(*l.Reconnects)
	}
	t.line("  retries      %s, reconnects %s", wholeText(l.Retries), reconnects)
}

// arrivals writes the books of an open loop.
func (t *text) arrivals(l *Load) {
	a := l.Arrivals
	if a == nil {
		return
	}
	rate := "at " + rateText(a.Rate) + "/s"
	if len(l.Stages) > 0 {
		rate = "in stages"
	}
	t.line("  arrivals     %s, %s %s", parts(a.Scheduled, []portion{
		{a.Finished, "finished"}, {a.Failed, "failed"}, {a.Dropped, "dropped"}, {a.Waiting, "waiting at the end"},
	}), a.Kind, rate)
	if a.Lag != nil {
		var shown []string
		for _, p := range a.Lag.Percentiles {
			shown = append(shown, fmt.Sprintf("p%v %s", p.P, timeText(p.Value)))
		}
		t.line("  start lag    %s", strings.Join(append(shown, "max "+timeText(a.Lag.Max)), ", "))
	}
}

// workersText is how many workers had events.
func workersText(w *Workers) string {
	return counted(w.Count, "worker")
}

// portion is a share of a total, with its name.
type portion struct {
	n    int64
	name string
}

// parts writes a total and those shares that are not 0.
func parts(total int64, shares []portion) string {
	var all []string
	for _, s := range shares {
		if s.n > 0 {
			all = append(all, wholeText(s.n)+" "+s.name)
		}
	}
	if len(all) == 0 {
		return wholeText(total)
	}
	return wholeText(total) + ": " + strings.Join(all, ", ")
}

// times writes the latencies of the load, its transactions and statements in
// one table, so that they can be compared.
func (t *text) times(l *Load) {
	if l.Response == nil {
		t.line("  no ok events, so no times")
		return
	}
	u := unitFor(l.Response.Mean)
	g := grid{left: 2}
	g.row(append([]string{"", "", "count"}, t.latencyHeading("")[1:]...)...)
	g.rows[0][1] = "times in " + u.name
	add := func(what, name string, latency *Latency) {
		if latency == nil {
			g.row(what, name, "0")
			return
		}
		g.row(append([]string{what, name, wholeText(latency.Count)}, t.latencyCells(u, latency)[1:]...)...)
	}
	if same(l.Response, l.Service) {
		add("event", "response = service", l.Response)
	} else {
		add("event", "response", l.Response)
		add("", "service", l.Service)
	}
	if len(l.Transactions) > 1 {
		for i := range l.Transactions {
			add(first(i, "transaction"), l.Transactions[i].Transaction, l.Transactions[i].Response)
		}
	}
	for i := range l.Labels {
		add(first(i, "statement"), labelName(l, &l.Labels[i]), l.Labels[i].Service)
	}
	t.line("")
	g.write(&t.Builder, "  ")
}

// same tells whether two distributions show the same figures, as response and
// service time do in a closed loop.
func same(a, b *Latency) bool {
	if b == nil || a.Min != b.Min || a.Mean != b.Mean || a.Max != b.Max {
		return false
	}
	for i := range a.Percentiles {
		if a.Percentiles[i] != b.Percentiles[i] {
			return false
		}
	}
	return true
}

// first names a group of rows in its first row only.
func first(i int, name string) string {
	if i == 0 {
		return name
	}
	return ""
}

// labelName is the statement's label, with its transaction if there are several.
func labelName(l *Load, row *Label) string {
	if len(l.Transactions) > 1 {
		return row.Transaction + "." + row.Statement
	}
	return row.Statement
}

// manyErrors is how many kinds of errors are written.
const manyErrors = 10

// errors writes the most frequent errors.
func (t *text) errors(l *Load) {
	if len(l.Errors) == 0 {
		return
	}
	g := grid{left: 3}
	g.row("error", "transaction", "statement", "count")
	for _, e := range l.Errors[:min(len(l.Errors), manyErrors)] {
		g.row(strconv.Itoa(int(e.Code)), e.Transaction, e.Statement, wholeText(e.Count))
	}
	t.line("")
	g.write(&t.Builder, "  ")
	if more := len(l.Errors) - manyErrors; more > 0 {
		t.line("  … %d more kinds", more)
	}
}

// lateText tells of statements after the phase, if their number shows: one in a
// thousand changes the third digit of the rate.
func (s *Statements) lateText() string {
	if s.Late == 0 || s.Late*1000 < s.Total {
		return ""
	}
	return "; " + wholeText(s.Late) + " began after the end"
}
