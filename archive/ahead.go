package archive

import (
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/apache/arrow/go/v17/parquet/file"
)

// ahead decodes a file on other processors while the rows before are used. Each
// of its goroutines decodes every so-manyth row group; the batches are handed
// out in the order of the file.
type ahead[T any] struct {
	file     *file.Reader
	at       []int
	columns  []column[T]
	decoders []decoder[T]
	done     chan struct{}
	running  sync.WaitGroup
}

// decoder is one goroutine: batches go out full and come back used.
type decoder[T any] struct{ full, used chan *batch[T] }

// batch is some rows of one row group. Of columns that are not apart the
// fields are still to be filled, from the vectors.
type batch[T any] struct {
	rows    []T
	vectors []vector
	fresh   bool // the first of the row group
	last    bool // the last of it
	err     error
}

// decodersMost and batchesAhead bound the memory of a scan: a batch of all
// columns of events takes about a megabyte.
const (
	decodersMost = 4
	batchesAhead = 4
)

// decodeAhead begins to decode the columns that stand at some places.
func decodeAhead[T any](f *file.Reader, at []int, columns []column[T]) *ahead[T] {
	a := &ahead[T]{file: f, at: at, columns: columns, done: make(chan struct{})}
	// One processor is for whoever uses the rows.
	n := max(1, min(runtime.GOMAXPROCS(0)-1, decodersMost, f.NumRowGroups()))
	for i := range n {
		d := decoder[T]{full: make(chan *batch[T], batchesAhead), used: make(chan *batch[T], batchesAhead)}
		for range batchesAhead {
			d.used <- &batch[T]{vectors: make([]vector, len(columns))}
		}
		a.decoders = append(a.decoders, d)
		a.running.Go(func() { a.decode(&d, i, n) })
	}
	return a
}

// stop ends all goroutines and waits for them.
func (a *ahead[T]) stop() {
	close(a.done)
	a.running.Wait()
}

// batches yields the batches of the file. After one with an error nothing more
// is to be asked.
func (a *ahead[T]) batches() iter.Seq[*batch[T]] {
	return func(yield func(*batch[T]) bool) {
		for g := range a.file.NumRowGroups() {
			if a.file.RowGroup(g).NumRows() == 0 {
				continue
			}
			d := &a.decoders[g%len(a.decoders)]
			for last := false; !last; {
				b := <-d.full
				if !yield(b) {
					return
				}
				last = b.last
				d.used <- b
			}
		}
	}
}

// decode decodes the row groups from the first on, every step.
func (a *ahead[T]) decode(d *decoder[T], first, step int) {
	for g := first; g < a.file.NumRowGroups(); g += step {
		if !a.group(d, g) {
			return
		}
	}
}

// group decodes a row group; it is false when nothing more is wanted.
func (a *ahead[T]) group(d *decoder[T], g int) bool {
	chunks, err := openChunks(a.file, g, a.at)
	rows := a.file.RowGroup(g).NumRows()
	for left := rows; left > 0; {
		var b *batch[T]
		select {
		case b = <-d.used:
		case <-a.done:
			return false
		}
		n := int(min(left, scanRows))
		b.fresh, b.rows = left == rows, sized(b.rows, n)
		left -= int64(n)
		b.last = left == 0
		if err == nil {
			err = a.fill(b, chunks)
		}
		b.err = err
		d.full <- b // which has room for all batches; from here on the batch is another's
		if err != nil {
			return false
		}
	}
	return true
}

// fill decodes the next values of each column, and stores those of columns that
// are apart.
func (a *ahead[T]) fill(b *batch[T], chunks []*chunk) (err error) {
	defer recovered(&err)
	for i := range a.columns {
		c, v := &a.columns[i], &b.vectors[i]
		if chunks[i] == nil {
			v.unknown(len(b.rows))
		} else if err := v.decode(chunks[i], &c.field, len(b.rows)); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
		if c.apart {
			c.store(&v.values, b.rows)
		}
	}
	return nil
}
