package report

import (
	"strings"
	"unicode/utf8"
)

// grid is a table of text. The first columns are aligned to the left, the
// others, numbers with equal decimals, to the right.
type grid struct {
	left int
	rows [][]string
}

// row adds a line; it may have fewer cells than others.
func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// write appends the grid to b, each line after indent.
func (g *grid) write(b *strings.Builder, indent string) {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range g.rows {
		line := indent
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				line += "  "
			}
			if i < g.left {
				line += cell + pad
			} else {
				line += pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
