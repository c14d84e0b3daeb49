package executor

import (
	"context"

	"github.com/assay-bench/assay/executor/driver"
)

// draft is a task and, where the table's rows go as a stream, its text.
type draft struct {
	task
	stream driver.Stream // nil: the loader writes INSERTs
	rows   []byte
	err    error
}

// writer drafts the chunks of one loader, one ahead of it: rows are made while
// the server takes those before. It has two texts, since the one that the
// loader sends is in use until it asks for the next.
type writer struct {
	rows  rowMaker
	texts [2][]byte
}

// drafts takes tasks and drafts them until there are no more, or ctx ends. The
// channel is closed when nothing of it runs any more.
func (w *writer) drafts(ctx context.Context, left *pile) <-chan draft {
	out := make(chan draft)
	go func() {
		defer close(out)
		at := nowhere
		for turn := 0; ctx.Err() == nil; turn = 1 - turn {
			t, place, some := left.take(at)
			if !some {
				return
			}
			at = place
			select {
			case out <- w.draft(t, &w.texts[turn]):
			case <-ctx.Done():
			}
		}
	}()
	return out
}

// draft writes the rows of t into text. A row that a stream cannot hold has
// its whole chunk inserted.
func (w *writer) draft(t task, text *[]byte) draft {
	d := draft{task: t, stream: t.table.way.open()}
	if d.stream == nil {
		return d
	}
	rows := w.rows.table(t.table.plan)
	*text = (*text)[:0]
	first, end := t.table.span(t.chunk)
	for n := first; n < end; n++ {
		row, err := rows.Row(t.table.copy, n)
		if err != nil {
			d.err = err
			return d
		}
		var fits bool
		if *text, fits = d.stream.AppendRow(*text, row); !fits {
			d.stream = nil
			return d
		}
	}
	d.rows = *text
	return d
}
