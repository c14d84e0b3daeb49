package main

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/archive"
)

// archiveRepair makes a run valid again and tells what is there.
func (a *app) archiveRepair(dir string) error {
	info, err := archive.Repair(dir)
	if err != nil {
		return err
	}
	if info.Status != archive.Recovered {
		fmt.Fprintf(a.out, "%s is %s: there was nothing to repair.\n", dir, info.Status)
		return nil
	}
	run, err := archive.OpenDir(dir)
	if err != nil {
		return err
	}
	var events, statements int64
	for i := range run.Cells {
		events += run.Cells[i].Events
		statements += run.Cells[i].Statements
	}
	fmt.Fprintf(a.out, "%s is recovered: %d events and %d statements of %d repeats.\n", dir, events, statements, len(run.Cells))
	return nil
}

// openRun opens a run and explains a crash. It is to be closed.
func openRun(path string) (*archive.Run, error) {
	run, err := archive.OpenPath(path)
	if err == nil && run.Info.Status == archive.Crashed {
		run.Info.Reason = "its process died, and what is in no closed part is missing here. " + remedy(path)
	}
	return run, err
}

// remedy is what to do about a crashed run, without a full stop.
func remedy(path string) string {
	if dir, zipped := strings.CutSuffix(path, ".zip"); zipped {
		return fmt.Sprintf("Unzip %s, then `assay archive repair %s` makes a run of what is there", path, dir)
	}
	return fmt.Sprintf("`assay archive repair %s` makes a run of what is there", path)
}
