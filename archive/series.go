package archive

import (
	"fmt"
	"time"

	"github.com/apache/arrow/go/v17/parquet/metadata"

	"github.com/assay-bench/assay/archive/event"
)

// The sizes at which rows become a row group and row groups a part. Both
// were chosen by measurement; see docs/archive-format.md.
const (
	groupRows = 128 << 10
	partBytes = 64 << 20
	partAge   = time.Minute
)

// series writes one table of one repeat: rows are buffered as they come, a
// full buffer is sorted and becomes a row group, and row groups fill parts.
type series[T any] struct {
	table *table[T]
	dir   string // of the parts, relative to the run
	rows  []T
	since time.Time // when the oldest row that is in no closed part came
	part  *part
	next  int // number of the next part
	total int64
	press *press
	about metadata.KeyValueMetadata
	names *event.Names
}

// press is what turning rows into a file needs besides the rows. One serves
// all series of a run, which use it in turn.
type press struct {
	dir    string
	vector vector
	sorter sorter
	files  []File // that were closed, in that order
}

// add buffers rows and writes every row group that becomes full.
func (s *series[T]) add(rows []T, now time.Time) error {
	if len(rows) > 0 && len(s.rows) == 0 && s.part == nil {
		s.since = now
	}
	s.total += int64(len(rows))
	for len(rows) > 0 {
		n := min(len(rows), groupRows-len(s.rows))
		s.rows = append(s.rows, rows[:n]...)
		rows = rows[n:]
		if len(s.rows) < groupRows {
			break
		}
		if err := s.flush(); err != nil {
			return err
		}
		if s.part.out.size >= partBytes {
			if err := s.finishPart(); err != nil {
				return err
			}
			s.since = now
		}
	}
	return s.age(now)
}

// age closes the part if its oldest row has waited long enough.
func (s *series[T]) age(now time.Time) error {
	if (s.part == nil && len(s.rows) == 0) || now.Sub(s.since) < partAge {
		return nil
	}
	return s.close()
}

// flush makes a row group of the buffered rows.
func (s *series[T]) flush() error {
	if err := s.open(); err != nil {
		return err
	}
	if len(s.rows) == 0 {
		return nil
	}
	key := func(i int) int64 { return s.table.key(&s.rows[i]) }
	if s.table.key == nil {
		key = func(int) int64 { return 0 }
	}
	order := s.press.sorter.by(len(s.rows), key)
	err := writeGroup(s.part, s.table, s.rows, order, &s.press.vector, s.words)
	s.rows = s.rows[:0]
	return err
}

// words gives the words of a column of strings.
func (s *series[T]) words(c *column[T]) dictionary {
	if c.words == nil {
		return ownWords()
	}
	// The codes are in the rows already, so nothing is looked up.
	return dictionary{list: c.words(s.names)}
}

// open begins a part unless one is open.
func (s *series[T]) open() (err error) {
	if s.part != nil {
		return nil
	}
	at := fmt.Sprintf("%s/part-%04d.parquet", s.dir, s.next)
	s.part, err = createPart(s.press.dir, at, s.table.root(), s.about)
	s.next++
	return err
}

// close writes what is left and closes the part.
func (s *series[T]) close() error {
	if s.part == nil && len(s.rows) == 0 {
		return nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	return s.finishPart()
}

func (s *series[T]) finishPart() error {
	f, err := s.part.close()
	s.part = nil
	if err == nil {
		s.press.files = append(s.press.files, f)
	}
	return err
}

// abandon removes the open part after an error.
func (s *series[T]) abandon() {
	if s.part != nil {
		s.part.abandon()
		s.part = nil
	}
	s.rows = nil
}
