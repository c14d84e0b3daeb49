package executor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/plan"
)

// Loading goes by chunks: so many rows of one table, inserted in one
// transaction together with their mark in the ledger. A chunk is large enough
// that its commit does not count and small enough that a deadlock or a lost
// connection costs little.
const (
	chunkBytes   = 4 << 20
	chunkRows    = 10_000
	insertBytes  = 256 << 10 // of one INSERT; far below any server's packet limit
	largestChunk = 1 << 40   // rows, when a size is read back
)

// chunkSize is how many rows a chunk of t has.
func chunkSize(t *plan.Table) int64 {
	return min(max(chunkBytes/max(t.RowSize, 1), 1), chunkRows)
}

// chunkCount is how many chunks of a size so many rows make.
func chunkCount(rows, size int64) int64 { return (rows + size - 1) / size }

// chunkSet is which chunks of a table are loaded, as sorted ranges. It is
// written into the ledger with the size of the chunks, so that a later version
// with another size resumes rightly: "10000:0-41,43".
type chunkSet struct {
	size   int64 // rows
	ranges []chunkRange
}

// chunkRange is the chunks from first to last.
type chunkRange struct{ first, last int64 }

// has tells whether chunk i is loaded.
func (s *chunkSet) has(i int64) bool {
	_, found := s.find(i)
	return found
}

// find is the range that holds i, or the place for it.
func (s *chunkSet) find(i int64) (at int, found bool) {
	return slices.BinarySearchFunc(s.ranges, i, func(r chunkRange, i int64) int {
		switch {
		case r.last < i:
			return -1
		case r.first > i:
			return 1
		}
		return 0
	})
}

// with is the set and chunk i.
func (s *chunkSet) with(i int64) chunkSet {
	at, found := s.find(i)
	if found {
		return *s
	}
	ranges := slices.Insert(slices.Clone(s.ranges), at, chunkRange{i, i})
	if at+1 < len(ranges) && ranges[at+1].first == i+1 {
		ranges[at].last = ranges[at+1].last
		ranges = slices.Delete(ranges, at+1, at+2)
	}
	if at > 0 && ranges[at-1].last == i-1 {
		ranges[at-1].last = ranges[at].last
		ranges = slices.Delete(ranges, at, at+1)
	}
	return chunkSet{size: s.size, ranges: ranges}
}

// String is the set as the ledger keeps it.
func (s *chunkSet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", s.size)
	for i, r := range s.ranges {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(r.first, 10))
		if r.last > r.first {
			b.WriteString("-" + strconv.FormatInt(r.last, 10))
		}
	}
	return b.String()
}

// parseChunks is the inverse of String.
func parseChunks(text string) (chunkSet, error) {
	size, list, found := strings.Cut(text, ":")
	var s chunkSet
	var err error
	if s.size, err = strconv.ParseInt(size, 10, 64); err != nil || !found || s.size < 1 || s.size > largestChunk {
		return s, fmt.Errorf("the ledger holds %q, which is no set of chunks", text)
	}
	if list == "" {
		return s, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		var r chunkRange
		var errLast error
		r.first, err = strconv.ParseInt(first, 10, 64)
		r.last, errLast = strconv.ParseInt(last, 10, 64)
		if err != nil || errLast != nil || r.last < r.first || len(s.ranges) > 0 && r.first <= s.ranges[len(s.ranges)-1].last {
			return s, fmt.Errorf("the ledger holds %q, which is no set of chunks", text)
		}
		s.ranges = append(s.ranges, r)
	}
	return s, nil
}
