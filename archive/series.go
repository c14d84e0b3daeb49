package archive

import (
	"fmt"
	"path/filepath"
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
	dir     string // of the parts, relative to the run
	group   group[T]
	part    *part // nil if none is open
	sealed  bool  // the part is whole and on the disk, but has no name yet
	next    int   // number of the next part
	total   int64
	press   *press
	about   metadata.KeyValueMetadata
	number  int      // of the table in the journal
	journal *journal // nil without one
}

// press is what turning rows into files needs besides the rows. One serves
// all series of a run, which use it in turn.
type press struct {
	dir    string
	disk   disk
	vector vector
	sorter sorter
	used   map[string][]values // buffers of closed series, by table
	files  []File              // that were closed, in that order
}

// add takes rows, notes them for the journal and writes every row group that
// becomes full.
func (s *series[T]) add(rows []T) error {
	s.total += int64(len(rows))
	for len(rows) > 0 {
		n := min(len(rows), groupRows-s.group.n)
		s.group.add(rows[:n])
		s.journal.rows(s.number, s.group.columns, s.group.n-n)
		rows = rows[n:]
		if s.group.n == groupRows {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// full tells whether the open part is large enough to be closed.
func (s *series[T]) full() bool { return s.part != nil && s.part.out.size >= partBytes }

// open begins a part unless one is open.
func (s *series[T]) open() (err error) {
	if s.part != nil {
		return nil
	}
	s.part, err = createPart(s.press, s.nextPath(), s.group.table.root(), s.about)
	s.next++
	return err
}

// nextPath is the path of the next part, relative to the run.
func (s *series[T]) nextPath() string { return fmt.Sprintf("%s/part-%04d.parquet", s.dir, s.next) }

// nextName is the next part's place in the file system.
func (s *series[T]) nextName() string {
	return filepath.Join(s.press.dir, filepath.FromSlash(s.nextPath()))
}

// flush makes a row group of the rows that are waiting.
func (s *series[T]) flush() error {
	if err := s.open(); err != nil {
		return err
	}
	return s.group.flush(s.part, s.press)
}

// seal writes what is waiting and makes the open part whole.
func (s *series[T]) seal() error {
	if s.part == nil && s.group.n == 0 {
		return nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.part.seal(); err != nil {
		return err
	}
	s.sealed = true
	return s.press.disk.syncDir(filepath.Dir(s.part.name))
}

// publish gives a sealed part its name. More rows may follow.
func (s *series[T]) publish() error {
	if !s.sealed {
		return nil
	}
	p := s.part
	if err := s.press.disk.publish(p.name); err != nil {
		return err
	}
	s.press.files = append(s.press.files, p.info())
	s.part, s.sealed = nil, false
	return nil
}

// abandon removes the open part after an error.
func (s *series[T]) abandon() {
	if s.part != nil {
		s.part.abandon()
		s.part = nil
	}
}
