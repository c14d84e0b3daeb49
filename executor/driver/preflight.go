package driver

import "context"

// Preflight is what a driver offers besides Driver if it can tell, before
// anything is created, whether its server has room for a run. Where it can do
// something about a lack it does so from then on, and says what (Adapts).
type Preflight interface {
	Preflight(ctx context.Context, needs Needs) ([]Finding, error)
}

// Needs is what a run asks of one target at the same time. A driver with
// several hosts divides by them what sessions bring, as sessions take turns.
type Needs struct {
	Workers    int   // sessions that run statements of a mix
	Sessions   int   // these, and those that load tables or hold the database
	Statements int64 // prepared, if every worker prepares all that it may send
	Tables     int64 // of the schema, copies counted
	Packet     int64 // bytes of the largest statement that Assay joins itself, roughly
	Bytes      int64 // that loading may add, indexes included, roughly
	Writes     bool  // a mix changes rows, or makes tables
	LocalFiles bool  // a query sends a file of this machine
}

// Most is the greater of each need: that of several cells, one after the other.
func (n Needs) Most(o Needs) Needs {
	return Needs{
		max(n.Workers, o.Workers), max(n.Sessions, o.Sessions), max(n.Statements, o.Statements), max(n.Tables, o.Tables),
		max(n.Packet, o.Packet), max(n.Bytes, o.Bytes), n.Writes || o.Writes, n.LocalFiles || o.LocalFiles,
	}
}

// Finding is one check: what there is, what is needed, and what follows.
type Finding struct {
	Host       int // index into Endpoint.Hosts; Here for this machine
	Name       string
	Have, Need string // as people read them
	Verdict    Verdict
	Fix        string // what to do about it or, if the driver adapts, what it does; no full stop; empty if it fits
}

// Here as Finding.Host is the machine that Assay runs on.
const Here = -1

// Verdict is what a finding means for the run.
type Verdict uint8

// The verdicts, in order of gravity.
const (
	Fits    Verdict = iota // there is enough
	Warns                  // the run works, but measures the lack
	Adapts                 // the driver does with less, in a way that Fix tells
	Refuses                // the run would fail
)

// String is the word that the archive has for it.
func (v Verdict) String() string { return [...]string{"fits", "warns", "adapts", "refuses"}[v] }
