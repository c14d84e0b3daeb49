package archive

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
)

// The journals of a run that is being made.
const (
	journalDir    = "journal"
	journalSuffix = ".rows"
)

// journal keeps the rows of a repeat that are in no closed part, so that the
// death of the process does not lose them. All tables of the repeat share it:
// what was handed over together is one frame, and is there together or not at
// all. It is removed when its rows are in closed parts, and the next one
// begins.
type journal struct {
	frames
	press *press
	at    place
	first partNumbers // of the parts that hold its rows once they are closed
	known [tables][]words
}

// partNumbers has the number of a part for each table of a repeat.
type partNumbers [tables]int

// The tables of a repeat as journals number them.
const (
	inEvents = iota
	inStatements
	inArrivals
	inSamples
	tables
)

// words tells how much of a list of words a journal holds.
type words struct {
	list *[]string
	n    int
}

// path is the name of the journal in the file system. Of the journals of one
// repeat the sum of the part numbers grows: each is removed with a new part.
func (j *journal) path() string {
	sum := 0
	for _, n := range j.first {
		sum += n
	}
	name := fmt.Sprintf("cell=%d,repeat=%d,%04d%s", j.at.cell, j.at.repeat, sum, journalSuffix)
	return filepath.Join(j.press.dir, journalDir, name)
}

// rows adds the rows of a table from the given one on to the frame.
func (j *journal) rows(table int, columns []values, from int) {
	if j == nil {
		return
	}
	if j.empty() {
		j.begin()
	}
	if j.known[table] == nil {
		j.known[table] = make([]words, len(columns))
	}
	j.buf = append(j.buf, byte(table))
	for i := range columns {
		c := &columns[i]
		if i == 0 {
			j.buf = binary.AppendUvarint(j.buf, uint64(max(len(c.ints), len(c.floats))-from))
		}
		if c.words.list != nil {
			j.buf = j.known[table][i].appendNew(j.buf, c.words.list)
		}
		if c.floats != nil {
			j.buf = appendFloats(j.buf, c.floats[from:])
		} else {
			j.buf = appendInts(j.buf, c.ints[from:])
		}
	}
}

// appendNew appends the words of a list that the journal does not hold yet,
// after the number of those that it does.
func (k *words) appendNew(buf []byte, list *[]string) []byte {
	if k.list != list {
		*k = words{list: list}
	}
	buf = binary.AppendUvarint(buf, uint64(k.n))
	buf = binary.AppendUvarint(buf, uint64(len(*list)-k.n))
	for _, word := range (*list)[k.n:] {
		buf = binary.AppendUvarint(buf, uint64(len(word)))
		buf = append(buf, word...)
	}
	k.n = len(*list)
	return buf
}

// commit writes the frame, if there is anything in it.
func (j *journal) commit() error {
	if j == nil || j.empty() {
		return nil
	}
	if j.file == nil {
		if err := j.create(); err != nil {
			return err
		}
	}
	return j.write()
}

// create makes the file, whose first frame tells what rows it holds. That
// frame is made durable while it is all there is: after a power cut between
// the names of parts it tells which belong together.
func (j *journal) create() error {
	f, err := j.press.disk.create(j.path())
	if err != nil {
		return err
	}
	j.file = f
	head := frames{file: f}
	head.begin()
	for _, n := range [...]int{SchemaVersion, j.at.cell, j.at.repeat} {
		head.buf = binary.AppendUvarint(head.buf, uint64(n))
	}
	for _, n := range j.first {
		head.buf = binary.AppendUvarint(head.buf, uint64(n))
	}
	return firstError(head.write, f.Sync, func() error { return j.press.disk.syncDir(filepath.Dir(j.path())) })
}

// next removes the journal, whose rows are in closed parts, and begins one
// for the parts with the given numbers.
func (j *journal) next(first partNumbers) error {
	if j == nil {
		return nil
	}
	file, path := j.file, j.path()
	j.file, j.first, j.known = nil, first, [tables][]words{}
	if file == nil {
		return nil
	}
	file.Close()
	return j.press.disk.remove(path)
}

// close leaves the journal as it is.
func (j *journal) close() {
	if j != nil && j.file != nil {
		j.file.Close()
	}
}
