package gen

import "github.com/assay-bench/assay/planner/plan"

// Chunk is rows Lo to Hi−1, counted from 1, of copy Copy (from 0) of a table:
// what one loader takes on at a time and what the ledger counts.
type Chunk struct {
	Copy   int64
	Lo, Hi int64
}

// Bounds of a chunk: about 16 MiB, which loads in a second or so and is
// repeated if loading is interrupted.
const (
	chunkBytes   = 16 << 20
	chunkRowsMin = 1_000
	chunkRowsMax = 200_000
)

// ChunkRows is the rows of one chunk of t, by its estimated row size. It
// depends on the table alone, so a later run divides the table the same way.
func ChunkRows(t *plan.Table) int64 {
	return min(max(chunkBytes/max(t.RowSize, 1), chunkRowsMin), chunkRowsMax)
}

// ChunkCount is the number of chunks of one copy of t.
func ChunkCount(t *plan.Table) int64 {
	size := ChunkRows(t)
	return t.Rows/size + min(t.Rows%size, 1)
}

// ChunkAt is chunk n, from 0 to ChunkCount less 1, of copy c.
func ChunkAt(t *plan.Table, c, n int64) Chunk {
	size := ChunkRows(t)
	lo := n * size
	return Chunk{Copy: c, Lo: lo + 1, Hi: min(size, t.Rows-lo) + lo + 1}
}

// Chunks is all chunks of all copies of t, copy by copy.
func Chunks(t *plan.Table) []Chunk {
	per := ChunkCount(t)
	chunks := make([]Chunk, 0, per*t.Count())
	for c := range t.Count() {
		for n := range per {
			chunks = append(chunks, ChunkAt(t, c, n))
		}
	}
	return chunks
}
