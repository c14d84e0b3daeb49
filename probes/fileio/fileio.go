// Package fileio is the probe of files: it reads and writes a set of files in
// one of six patterns, synchronously, through memory maps, or with many
// operations in flight, and syncs them at exact intervals.
//
// The files, the patterns and the names of options are those of sysbench 1.0
// (its manual, "fileio"), so that results compare; where the two differ on
// purpose it is said at the place. It knows no database, no load control and
// no archive: whoever calls a Worker decides when, and records what it tells.
// An operation allocates nothing and takes no lock; it costs one addition to a
// counter that all workers share, which is their cursor.
package fileio

import "fmt"

// Job is what a probe does, with every default filled in. Sizes are in bytes.
type Job struct {
	Directory string // where the files are, and nothing else is touched
	Files     int64  // how many
	Total     int64  // size of all; each has Total ÷ Files, rounded down
	Block     int64  // of one operation
	Merged    int64  // in the sequential modes: blocks of one operation; 0: one
	Mode      Mode
	Method    Method
	Backlog   int // operations in flight per worker, if Method is Async

	Direct   bool // O_DIRECT: past the page cache
	Sync     bool // O_SYNC: a write ends when data and metadata are stored
	DataSync bool // O_DSYNC: a write ends when its data can be read back

	ReadsPerWrite float64 // in RandomReadWrite
	SyncRequests  int64   // a round of syncs, one for each file, after so many requests; 0: none
	SyncWrites    int64   // the same after so many writes; at most one of the two is set
	SyncEach      bool    // each write is followed by a sync of its file
	SyncEnd       bool    // all files are synced once at the end
	DataOnly      bool    // syncs are fdatasync, not fsync

	Compressible int64  // per cent of the data that is zeros; 0 cannot be compressed at all
	Validate     bool   // blocks carry a checksum and their position, and reads check both
	Seed         uint64 // of positions and content
}

// Mode is the pattern of operations.
type Mode uint8

// The modes, in the order of ModeNames.
const (
	SequentialWrite   Mode = iota // files are made anew before
	SequentialRewrite             // of files that are there
	SequentialRead
	RandomRead
	RandomWrite
	RandomReadWrite
)

// ModeNames are sysbench's words for the modes.
var ModeNames = []string{"seqwr", "seqrewr", "seqrd", "rndrd", "rndwr", "rndrw"}

func (m Mode) String() string { return ModeNames[m] }

// Sequential tells whether operations follow each other through the files.
func (m Mode) Sequential() bool { return m <= SequentialRead }

// Writes tells whether the mode has writes.
func (m Mode) Writes() bool { return m != SequentialRead && m != RandomRead }

// Reads tells whether the mode has reads.
func (m Mode) Reads() bool { return m == SequentialRead || m == RandomRead || m == RandomReadWrite }

// Method is how an operation reaches the kernel.
type Method uint8

// The methods, in the order of MethodNames.
const (
	Synchronous Method = iota // pread and pwrite: one at a time for each worker
	Async                     // io_uring, or else a pool of threads: Job.Backlog at a time
	Mapped                    // copies from and to a memory map
)

// MethodNames are sysbench's words for the methods.
var MethodNames = []string{"sync", "async", "mmap"}

func (m Method) String() string { return MethodNames[m] }

// Operation is what one step does.
type Operation uint8

// The operations, in the order of OperationNames.
const (
	Read Operation = iota
	Write
	Sync
)

// OperationNames are the names of the operations in results.
var OperationNames = []string{"read", "write", "sync"}

func (o Operation) String() string { return OperationNames[o] }

// FileSize is the size of each file in bytes.
func (j *Job) FileSize() int64 { return j.Total / j.Files }

// prefix is what the names of all files begin with, as sysbench's do.
const prefix = "test_file."

// Name is the name of file n.
func Name(n int64) string { return fmt.Sprintf("%s%d", prefix, n) }

// request is the size of an operation, but for the last of a file.
func (j *Job) request() int64 {
	if j.Mode.Sequential() && j.Merged > 0 {
		return j.Block * j.Merged
	}
	return j.Block
}

// depth is how many operations a worker has in flight.
func (j *Job) depth() int {
	if j.Method == Async {
		return j.Backlog
	}
	return 1
}
