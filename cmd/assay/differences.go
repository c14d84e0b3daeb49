package main

import (
	"errors"
	"fmt"
	"io/fs"
	"text/tabwriter"

	"github.com/assay-bench/assay/archive"
	"github.com/assay-bench/assay/archive/event"
)

// difference is a fact that was another after the run, or the repeat that it is
// of, than before.
type difference struct {
	before, after event.Fact
}

// differences pairs facts by all but their time and value, in the order of the
// later ones. What is known of one time only makes no pair.
func differences(facts []event.Fact) (list []difference) {
	earlier := map[event.Fact]event.Fact{}
	for _, f := range facts {
		key := f
		key.When, key.Value = "", ""
		if f.When == "before" {
			earlier[key] = f
			continue
		}
		if b, known := earlier[key]; known && b.Value != f.Value {
			list = append(list, difference{b, f})
		}
	}
	return list
}

// mostDifferences is how many are shown; the archive has all.
const mostDifferences = 40

// showDifferences lists what has changed of servers and tables.
func (a *app) showDifferences(run *archive.Run) error {
	facts, err := run.Facts()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a run that is running, or was repaired
	}
	if err != nil {
		return err
	}
	list := differences(facts)
	if len(list) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nCHANGED\tBEFORE\tAFTER\tOF")
	for _, d := range list[:min(len(list), mostDifferences)] {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", d.after.Name, d.before.Value, d.after.Value, ofWhat(&d.after))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if more := len(list) - mostDifferences; more > 0 {
		fmt.Fprintf(a.out, "and %d more, which are in facts.parquet\n", more)
	}
	return nil
}

// ofWhat is the host of a fact, and the repeat if it is of one.
func ofWhat(f *event.Fact) string {
	if f.Cell < 0 {
		return f.Host
	}
	return fmt.Sprintf("%s, cell %d repeat %d", f.Host, f.Cell, f.Repeat)
}
