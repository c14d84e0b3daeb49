package interop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
)

// asked are the percentiles that are compared, by nearest rank.
var asked = []float64{0, 50, 90, 99, 99.9, 100}

// figures are, for each transaction and each statement of a load in a repeat of
// a cell, how many there were and the percentiles of their times in
// nanoseconds. Keys are made by key, and name the factors of the cell.
type figures map[string][]int64

// key names a row of figures. Factors are "NAME=VALUE NAME=VALUE", sorted.
func key(cell, repeat int, factors, load, transaction, statement string) string {
	return fmt.Sprintf("cell %d (%s) repeat %d: %s %s.%s", cell, factors, repeat, load, transaction, statement)
}

// reported is what of `assay report --json` is compared.
type reported struct {
	Cells []struct {
		Cell    int
		Factors map[string]any
		Repeats []struct {
			Repeat int
			Loads  []struct {
				Load         string
				Transactions []struct {
					Transaction string
					Response    *latency
				}
				Labels []struct {
					Transaction, Statement string
					Service                *latency
				}
			}
		}
	}
}

type latency struct {
	Count       int64
	Percentiles []struct {
		Value int64 `json:"value_ns"`
	}
}

func (l *latency) row() []int64 {
	row := []int64{l.Count}
	for _, p := range l.Percentiles {
		row = append(row, p.Value)
	}
	return row
}

// fromReport are the figures that `assay report` tells of a run.
func fromReport(t *testing.T, dir string) figures {
	t.Helper()
	out, err := assay("report", dir, "--json", "--percentiles", "0,50,90,99,99.9,100")
	if err != nil {
		t.Fatal(err)
	}
	var r reported
	d := json.NewDecoder(bytes.NewReader(out))
	d.UseNumber()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	all := figures{}
	for _, c := range r.Cells {
		factors := ""
		for _, name := range slices.Sorted(maps.Keys(c.Factors)) {
			if factors != "" {
				factors += " "
			}
			factors += fmt.Sprintf("%s=%v", name, c.Factors[name])
		}
		for _, repeat := range c.Repeats {
			for _, load := range repeat.Loads {
				for _, x := range load.Transactions {
					if x.Response != nil {
						all[key(c.Cell, repeat.Repeat, factors, load.Load, x.Transaction, "")] = x.Response.row()
					}
				}
				for _, x := range load.Labels {
					if x.Service != nil {
						all[key(c.Cell, repeat.Repeat, factors, load.Load, x.Transaction, x.Statement)] = x.Service.row()
					}
				}
			}
		}
	}
	return all
}

// TestReaders asks every reader for the same figures of every run.
func TestReaders(t *testing.T) {
	for name, dir := range runs {
		want := fromReport(t, dir)
		if len(want) < 10 {
			t.Fatalf("%s: the report has only %d rows", name, len(want))
		}
		for reader, read := range map[string]func(*testing.T, string) figures{
			"DuckDB": fromDuckDB, "parquet-go": fromParquetGo, "hyparquet": fromJavaScript,
		} {
			t.Run(name+"/"+reader, func(t *testing.T) { compare(t, want, read(t, dir)) })
		}
	}
}

// compare expects the same rows with the same numbers.
func compare(t *testing.T, want, got figures) {
	t.Helper()
	for k := range want {
		if !slices.Equal(got[k], want[k]) {
			t.Errorf("%s: %v, in the report %v", k, got[k], want[k])
		}
	}
	for k := range got {
		if want[k] == nil {
			t.Errorf("%s: not in the report", k)
		}
	}
}
