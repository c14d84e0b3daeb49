package report

import "strings"

// pieces writes a table of intervals or of what lies between checkpoints.
func (t *text) pieces(l *Load, list []Piece, heading string) {
	if len(list) == 0 {
		return
	}
	u := unit{}
	if l.Response != nil {
		u = unitFor(l.Response.Mean)
	}
	g := grid{}
	columns := []string{heading, "ok events", "other", "events/s"}
	if l.Arrivals != nil {
		columns = append(columns, "waiting")
	}
	g.row(append(columns, t.latencyHeading("response "+u.name)...)...)
	for i := range list {
		row := &list[i]
		columns := []string{
			grouped(float64(row.Start)/1e9, 3), wholeText(row.Events.OK), wholeText(row.Events.Total - row.Events.OK), rateText(row.Throughput),
		}
		if row.Queue != nil {
			columns = append(columns, wholeText(row.Queue.Waiting))
		}
		g.row(append(columns, t.latencyCells(u, row.Response)...)...)
	}
	t.line("")
	g.write(&t.Builder, "  ")
}

// longestBar is the length of the fullest bin's bar.
const longestBar = 40

// histogram writes how many response times are in each bin, with a bar.
func (t *text) histogram(bins []Bin) {
	if len(bins) == 0 {
		return
	}
	var most int64
	for _, bin := range bins {
		most = max(most, bin.Count)
	}
	g := grid{}
	g.row("response ms ± 0.9 %", "events")
	for _, bin := range bins {
		bar := strings.Repeat("▪", int((bin.Count*longestBar+most-1)/most))
		g.row(grouped(bin.Value/1e6, 3), wholeText(bin.Count)+"  "+bar+strings.Repeat(" ", longestBar-len([]rune(bar))))
	}
	t.line("")
	g.write(&t.Builder, "  ")
}
