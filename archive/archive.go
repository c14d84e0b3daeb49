// Package archive keeps a run as one directory of Parquet and JSON files that
// explain themselves to tools that have never heard of Assay, and reads it
// back.
//
// It is the only importer of arrow and derives nothing: figures are the
// business of archive/report. Memory stays constant however long a run is.
package archive

import (
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// SchemaVersion is the version of the files' columns, in run.json and in each footer.
const SchemaVersion = 1

// Status is how a run stands.
type Status string

// The statuses of a run.
const (
	Running     Status = "running"
	Complete    Status = "complete"
	Interrupted Status = "interrupted"
	Failed      Status = "failed"
	Recovered   Status = "recovered"
	Crashed     Status = "crashed" // never written: running, but its process is gone
)

// Info is run.json.
type Info struct {
	SchemaVersion int           `json:"schema_version"`
	Run           string        `json:"run"` // the directory's name
	Status        Status        `json:"status"`
	Reason        string        `json:"reason,omitempty"` // one sentence unless complete
	Experiment    string        `json:"experiment"`
	Digest        string        `json:"digest"`
	Seed          uint64        `json:"seed"`
	Tool          string        `json:"tool"` // "assay 0.1.0 go1.26.8 linux/amd64"
	Command       []string      `json:"command"`
	Labels        []Label       `json:"labels,omitempty"`
	Started       time.Time     `json:"started"`
	Ended         time.Time     `json:"ended,omitzero"`
	Process       int           `json:"process"`
	Clocks        []event.Clock `json:"clocks"`
	Files         []File        `json:"files"`
}

// Label is one of the experiment's labels.
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// File is one file of a run as it was when it was closed.
type File struct {
	Path   string `json:"path"` // relative, with slashes
	Rows   int64  `json:"rows"` // 0 unless Parquet
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Source is one file of the spec, kept with the run.
type Source struct {
	Path string // relative, with slashes
	Data []byte
}
