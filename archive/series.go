package archive

import (
	"fmt"
	"time"

	"github.com/apache/arrow/go/v17/parquet/metadata"
)

// When rows become a row group and row groups a part. The first was chosen by
// measurement; see docs/archive-format.md.
const (
	groupRows = 64 << 10
	partBytes = 64 << 20
	partAge   = time.Minute // what a power cut may cost
)

// series writes one table of one repeat: rows gather in a group, a full group
// is sorted and written, and groups fill parts.
type series[T any] struct {
	dir   string // of the parts, relative to the run
	group group[T]
	part  *part // nil if none is open
	next  int   // number of the next part
	total int64
	press *press
	about metadata.KeyValueMetadata
}

// press is what turning rows into files needs besides the rows. One serves
// all series of a run, which use it in turn.
type press struct {
	dir    string
	vector vector
	sorter sorter
	used   map[string][]values // buffers of closed series, by table
	files  []File              // that were closed, in that order
}

// add takes rows and writes every row group that becomes full.
func (s *series[T]) add(rows []T) error {
	s.total += int64(len(rows))
	for len(rows) > 0 {
		n := min(len(rows), groupRows-s.group.n)
		s.group.add(rows[:n])
		rows = rows[n:]
		if s.group.n < groupRows {
			break
		}
		if err := s.flush(); err != nil {
			return err
		}
		if s.part.out.size >= partBytes {
			if err := s.finishPart(); err != nil {
				return err
			}
		}
	}
	return nil
}

// open begins a part unless one is open.
func (s *series[T]) open() (err error) {
	if s.part != nil {
		return nil
	}
	at := fmt.Sprintf("%s/part-%04d.parquet", s.dir, s.next)
	s.part, err = createPart(s.press.dir, at, s.group.table.root(), s.about)
	s.next++
	return err
}

// flush makes a row group of the rows that are waiting.
func (s *series[T]) flush() error {
	if err := s.open(); err != nil {
		return err
	}
	return s.group.flush(s.part, s.press)
}

// close writes what is waiting and closes the part. More rows may follow.
func (s *series[T]) close() error {
	if s.part == nil && s.group.n == 0 {
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

// end closes the series and gives its buffers to the next one.
func (s *series[T]) end() error {
	err := s.close()
	s.press.used[s.group.table.name] = s.group.columns
	return err
}

// abandon removes the open part after an error.
func (s *series[T]) abandon() {
	if s.part != nil {
		s.part.abandon()
		s.part = nil
	}
}
