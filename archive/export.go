package archive

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assay-bench/assay/archive/event"
)

// Export is one table of several runs as one file. To the columns of the
// table it adds where each row comes from: the run, the cell, the repeat and
// the cell's factors.
type Export struct {
	Table string // one of ExportTables
	// Columns are names, or patterns with * and ?, in the order of the file;
	// nil means run, cell, repeat and the table's own. The cell's factors are
	// factor_NAME, as in cells.
	Columns []string
	Only    func(run *Run, cell int) bool // nil: all cells
	Replace bool                          // a file that has the name already

	disk disk
}

// ExportTables are the tables that can be exported.
var ExportTables = []string{"events", "statements", "arrivals", "samples", "cells", "facts"}

// usualColumns are those of an export that names none.
var usualColumns = []string{"run", "cell", "repeat", "*"}

// outColumn is a column of an export. With a fill it is not in the table's
// files and has one value for all rows of a source.
type outColumn struct {
	field
	fill func(v *vector, from *source, rows int)
}

// source is where rows come from: a repeat of a run, or a table of a whole run.
type source struct {
	run   *Run
	files []string
	at    place
	cell  *event.Cell // nil if the run does not tell
}

// columns are those of the exported table, in order.
func (e *Export) columns(runs []*Run) ([]outColumn, error) {
	known, err := e.known(runs)
	if err != nil {
		return nil, err
	}
	asked := e.Columns
	if asked == nil {
		asked = usualColumns
	}
	var chosen []outColumn
	for _, pattern := range asked {
		found := false
		for _, c := range known {
			// What is added comes only when it is named, at least in part:
			// * is the table's own columns.
			if ok, err := path.Match(pattern, c.name); err != nil {
				return nil, fmt.Errorf("%s is no pattern of columns: %w", pattern, err)
			} else if !ok || pattern == "*" && c.fill != nil {
				continue
			}
			found = true
			if !slices.ContainsFunc(chosen, func(other outColumn) bool { return other.name == c.name }) {
				chosen = append(chosen, c)
			}
		}
		if !found && pattern != factorPrefix+"*" { // which may well be none
			return nil, fmt.Errorf("%s have no column %s; there are %s", e.Table, pattern, columnNames(known))
		}
	}
	return chosen, nil
}

// columnNames lists columns, for messages.
func columnNames(columns []outColumn) string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].name
	}
	return strings.Join(names, ", ")
}

// known are all columns that there are.
func (e *Export) known(runs []*Run) ([]outColumn, error) {
	run := outColumn{field{name: "run", kind: texts}, func(v *vector, from *source, rows int) {
		v.fillText(from.run.Info.Run, rows)
	}}
	factors := factorsOf(runs)
	switch e.Table {
	case eventTable.name:
		return placed(run, factors, &eventTable), nil
	case statementTable.name:
		return placed(run, factors, &statementTable), nil
	case arrivalTable.name:
		return placed(run, factors, &arrivalTable), nil
	case sampleTable.name:
		return placed(run, factors, &sampleTable), nil
	case factTable.name:
		return append([]outColumn{run}, stored(&factTable)...), nil
	case "cells":
		t := cellTable(factors)
		for i := range t.columns {
			for _, f := range factors {
				if t.columns[i].name == factorPrefix+f.name {
					t.columns[i].field = named(f)
				}
			}
		}
		return append([]outColumn{run}, stored(&t)...), nil
	}
	return nil, fmt.Errorf("there is no table %s; there are %s", e.Table, strings.Join(ExportTables, ", "))
}

// stored are the columns of a table's files.
func stored[T any](t *table[T]) []outColumn {
	columns := make([]outColumn, len(t.columns))
	for i := range t.columns {
		columns[i].field = t.columns[i].field
	}
	return columns
}

// placed are the columns of a table that lies in the directories of repeats.
func placed[T any](run outColumn, factors []field, t *table[T]) []outColumn {
	columns := []outColumn{
		run,
		{field{name: "cell", kind: int32s}, func(v *vector, from *source, rows int) { v.fillInt(int64(from.at.cell), rows) }},
		{field{name: "repeat", kind: int32s}, func(v *vector, from *source, rows int) { v.fillInt(int64(from.at.repeat), rows) }},
	}
	for _, f := range factors {
		columns = append(columns, outColumn{named(f), func(v *vector, from *source, rows int) {
			v.fillFactor(&f, from.cell, rows)
		}})
	}
	return append(columns, stored(t)...)
}

// named is a factor's field under the name of its column.
func named(f field) field {
	f.name = factorPrefix + f.name
	return f
}

// factorsOf are the factors of all runs. One that not every run has, or that
// an unfinished run cannot tell, is null there; one whose values are of
// several kinds is text.
func factorsOf(runs []*Run) []field {
	var all []field
	count := map[string]int{}
	for _, run := range runs {
		for _, f := range factorFields(run.Cells) {
			count[f.name]++
			i := slices.IndexFunc(all, func(other field) bool { return other.name == f.name })
			switch {
			case i < 0:
				f.signed = true
				all = append(all, f)
			case all[i].kind != f.kind:
				all[i].kind = texts
			}
		}
	}
	for i := range all {
		all[i].null = count[all[i].name] < len(runs)
	}
	return all
}
