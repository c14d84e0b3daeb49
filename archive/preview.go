package archive

import (
	"slices"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// Preview opens the run as readers will find it once it is finished with this
// status, for a summary that is to be one of its files. The run ends with the
// call: that instant is the one that Finish records.
func (w *Writer) Preview(status Status, reason string, cells []event.Cell) (*Run, error) {
	run, err := OpenDir(w.Dir())
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.info.Ended = time.Now().UTC()
	run.Cells, run.facts = cells, slices.Clone(w.facts)
	run.Info.Status, run.Info.Reason, run.Info.Ended = status, reason, w.info.Ended
	return run, nil
}
