package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// CSV writes the summary as one table with a heading, as RFC 4180 has it but
// with lines that end in LF: the rows of Table, or of Intervals if intervals
// were asked for. In front of each stand the run, the repeat's status and one
// column for each factor, whose names begin with factor_ as in cells.parquet.
// What is not known is empty. The only errors are those of w.
func (s *Summary) CSV(w io.Writer) error {
	columns := s.csvColumns()
	out := csv.NewWriter(w)
	record := make([]string, len(columns))
	for i := range columns {
		record[i] = columns[i].Name
	}
	out.Write(record) // an error stays until Flush
	for row := range columns[0].Texts {
		for i := range columns {
			record[i] = field(&columns[i], row)
		}
		out.Write(record)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}

// csvColumns are the columns of the table.
func (s *Summary) csvColumns() []archive.Column {
	columns := s.Table()
	if s.Interval > 0 {
		columns = s.IntervalTable()
	}
	return append(s.placeColumns(columns[0].Ints, columns[1].Ints), columns...)
}

// field is one value as text; what is null in Parquet is empty.
func field(c *archive.Column, row int) string {
	switch {
	case c.Ints != nil && c.Ints[row] != event.Unknown:
		return strconv.FormatInt(c.Ints[row], 10)
	case c.Floats != nil && !math.IsNaN(c.Floats[row]):
		return strconv.FormatFloat(c.Floats[row], 'f', -1, 64)
	case c.Texts != nil:
		return c.Texts[row]
	}
	return ""
}

// placeColumns tell of each row, given its cell and repeat, what a reader of
// the archive finds in other files.
func (s *Summary) placeColumns(cells, repeats []int64) []archive.Column {
	run := archive.Column{Name: "run", Doc: "The run.", Texts: []string{}}
	status := archive.Column{Name: "status", Doc: "complete, interrupted or failed: that of the repeat.", Texts: []string{}}
	var factors []archive.Column
	for i := range cells {
		c := &s.Cells[slices.IndexFunc(s.Cells, func(c Cell) bool { return int64(c.Cell) == cells[i] })]
		r := &c.Repeats[slices.IndexFunc(c.Repeats, func(r Repeat) bool { return int64(r.Repeat) == repeats[i] })]
		run.Texts, status.Texts = append(run.Texts, s.Run), append(status.Texts, r.Status)
		for j := range c.Factors {
			if i == 0 {
				factors = append(factors, archive.Column{Name: "factor_" + c.Factors[j].Name, Doc: "The cell's value of that factor."})
			}
			factors[j].Texts = append(factors[j].Texts, c.Factors[j].String())
		}
	}
	return append([]archive.Column{run, status}, factors...)
}
