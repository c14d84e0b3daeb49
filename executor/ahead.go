package executor

import (
	"context"

	"github.com/assay-bench/assay/executor/driver"
)

// draft is a task and its rows: the text of a stream, or the texts of INSERTs
// one after the other.
type draft struct {
	task
	stream  driver.Stream // nil: INSERTs
	rows    []byte
	inserts []insert
	by      driver.Literals // whose literals these have
	err     error
}

// insert is one INSERT of a draft: where its text ends, and its rows.
type insert struct {
	end  int
	rows int64
}

// writer drafts the chunks of one loader, one ahead of it: rows are made while
// the server takes those before. It has two texts, since the one that the
// loader sends is in use until it asks for the next.
type writer struct {
	session *session // whose literals it writes
	rows    rowMaker
	texts   [2][]byte
	inserts [2][]insert
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
			case out <- w.draft(t, &w.texts[turn], &w.inserts[turn]):
			case <-ctx.Done():
			}
		}
	}()
	return out
}

// draft writes the rows of t into text. A row that a stream cannot hold has
// its whole chunk inserted.
func (w *writer) draft(t task, text *[]byte, inserts *[]insert) draft {
	d := draft{task: t, stream: t.table.way.open()}
	if d.stream != nil {
		var fits bool
		fits, d.err = w.stream(&d, text)
		if fits || d.err != nil {
			d.rows = *text
			return d
		}
		d.stream = nil
	}
	if by := w.session.literals(); by != nil {
		d.by = by
		*text, *inserts, d.err = w.rows.appendInserts((*text)[:0], (*inserts)[:0], t, by)
		d.rows, d.inserts = *text, *inserts
	}
	return d
}

// stream writes rows as the stream of d has them; false if it cannot hold one.
func (w *writer) stream(d *draft, text *[]byte) (fits bool, err error) {
	rows := w.rows.table(d.table.plan)
	*text = (*text)[:0]
	first, end := d.table.span(d.chunk)
	for n := first; n < end; n++ {
		row, err := rows.Row(d.table.copy, n)
		if err != nil {
			return false, err
		}
		if *text, fits = d.stream.AppendRow(*text, row); !fits {
			return false, nil
		}
	}
	return true, nil
}

// appendInserts writes a chunk as INSERTs of insertBytes each: many rows share
// a round trip, and the server keeps no statement for them.
func (m *rowMaker) appendInserts(text []byte, list []insert, t task, by driver.Literals) ([]byte, []insert, error) {
	head, err := t.table.render(&t.table.plan.Insert)
	if err != nil {
		return text, list, err
	}
	rows := m.table(t.table.plan)
	for first, end := t.table.span(t.chunk); first < end; {
		from := first
		limit := len(text) + insertBytes
		text = append(text, head...)
		if text, first, err = rows.AppendValues(text, t.table.copy, first, end, limit, by.AppendLiteral); err != nil {
			return text, list, err
		}
		list = append(list, insert{len(text), first - from})
	}
	return text, list, nil
}
