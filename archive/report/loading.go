package report

import (
	"slices"

	"github.com/assay-bench/assay/archive/event"
)

// loadsRows tells whether the executor calls statements that load rows so.
func loadsRows(label string) bool { return label == "insert" || label == "bulk" }

// loading gathers the phase load, whose events are chunks of tables.
type loading struct {
	chunks, errors int64
	first, last    int64 // the first start and the last end
	tables         map[uint16]*loadedTable
	committed      map[int64]int32 // the attempt that did it, by chunk
}

type loadedTable struct{ chunks, rows int64 }

// table is what was gathered of a table so far.
func (l *loading) table(code uint16) *loadedTable {
	t := l.tables[code]
	if t == nil {
		t = new(loadedTable)
		l.tables[code] = t
	}
	return t
}

// event takes a chunk.
func (l *loading) event(e *event.Event) {
	if l.chunks == 0 {
		l.first = e.Start
	}
	l.chunks++
	l.first, l.last = min(l.first, e.Start), max(l.last, e.Start+e.Service)
	if e.Outcome == event.OK {
		l.committed[e.ID] = e.Attempts
	} else {
		l.errors++
	}
	l.table(e.Transaction).chunks++
}

// statement counts the rows of a statement that loads, once its chunk is committed: what an
// attempt inserted that was rolled back, or died with its server, is not there.
func (l *loading) statement(s *event.Statement, name string) {
	if loadsRows(name) && succeeded(s) && l.committed[s.Event] == s.Attempt {
		l.table(s.Transaction).rows += s.Affected
	}
}

// loadingFigures is nil if nothing was loaded.
func (m *measured) loadingFigures() *Loading {
	l := &m.loading
	if l.chunks == 0 {
		return nil
	}
	f := &Loading{Length: l.last - l.first, Chunks: l.chunks, Errors: l.errors, Tables: []LoadedTable{}}
	for _, s := range m.cell.Phases {
		if s.Phase == event.Load {
			f.Length = s.End - s.Start
		}
	}
	var rows int64
	for _, code := range sortedCodes(l.tables) {
		t := l.tables[code]
		rows += t.rows
		table := LoadedTable{Table: m.names.Transactions[code], Chunks: t.chunks}
		if m.archived {
			table.Rows = &t.rows
		}
		f.Tables = append(f.Tables, table)
	}
	if m.archived {
		rate := perSecond(rows, f.Length)
		f.Rows, f.Rate = &rows, &rate
	}
	return f
}

// sortedCodes are the keys of a map by code: the order of the names.
func sortedCodes[V any](m map[uint16]V) []uint16 {
	var all []uint16
	for code := range m {
		all = append(all, code)
	}
	slices.Sort(all)
	return all
}
