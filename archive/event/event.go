// Package event is what happened, as plain records without pointers: the
// executor fills them, the archive stores them, reports read them back.
//
// It knows neither SQL nor Parquet. A record costs its size (see the types)
// and nothing else: no record is ever allocated by itself.
//
// Times are nanoseconds of the monotonic clock since the run's start. Names
// are codes, indexes into the lists of Names.
package event

// Names are the dictionaries of one cell: a code in a record is an index here.
type Names struct {
	Loads        []string
	Phases       []string // always Phases
	Stages       []string // code 0 is "", no stage
	Transactions []string // of all loads; for the phase load the tables
	Statements   []string // labels of queries, then begin, commit, rollback, connect, …
	Hosts        []string
}

// Phases of a cell in the order in which they run; Event.Phase is an index.
var Phases = []string{"start", "create", "load", "analyze", "warmup", "measure", "cooldown", "cleanup"}

// The indexes of Phases.
const (
	Start uint8 = iota
	Create
	Load
	Analyze
	Warmup
	Measure
	Cooldown
	Cleanup
)

// Outcome is how an event ended.
type Outcome uint8

// The outcomes, in the order of OutcomeNames.
const (
	OK         Outcome = iota // committed, all expectations met
	RolledBack                // ended by the spec's own rollback
	Error                     // a statement failed and no retry was left
	Unexpected                // an expectation of the spec was not met
	Cancelled                 // cut at the hard deadline or by an interrupt
)

// OutcomeNames are the archive's words for the outcomes.
var OutcomeNames = []string{"ok", "rollback", "error", "unexpected", "cancelled"}

// Kind classifies a statement by its answer, as sysbench does: read if it had
// a result set, write if it changed rows, else other; error if it failed.
// Connect is ours: making or remaking a connection, in no statement total.
type Kind uint8

// The kinds, in the order of KindNames.
const (
	Read Kind = iota
	Write
	Other
	Failed
	Connect
)

// KindNames are the archive's words for the kinds.
var KindNames = []string{"read", "write", "other", "error", "connect"}

// Unknown marks a figure that was not to be had; the archive stores null.
const Unknown int64 = -1

// Event is one event: a transaction of a mix with all its attempts, an
// operation of a probe, or one chunk of loading.
type Event struct {
	ID          int64 // unique in cell and repeat
	Start       int64 // when its work began
	Wait        int64 // start − due; 0 in a closed loop
	Service     int64 // end − start, all attempts and waits between them
	Lag         int64 // of Wait, the generator's own: how late a worker that was free began; Unknown in a closed loop
	Client      int64 // of Service, the answer waiting in our client; Unknown
	Bytes       int64 // received in result sets, as far as the driver tells, or moved by a probe; else 0
	Worker      int32 // in its load, from 0
	ErrorCode   int32 // of the last failed statement, or of the system for a probe; 0 if none failed in the last attempt
	Attempts    int32
	Statements  int32 // executed, over all attempts, connects not counted
	Transaction uint16
	Load        uint16
	Stage       uint16
	Host        uint16
	Phase       uint8
	Outcome     Outcome
}

// Statement is one statement of an event.
type Statement struct {
	Event       int64 // Event.ID
	Start       int64
	Service     int64
	Rows        int64 // in the result set
	Affected    int64
	Matched     int64 // Unknown where the driver does not tell
	Ordinal     int32 // in its event, from 0, over all attempts
	Attempt     int32 // from 1
	ErrorCode   int32 // 0 if it succeeded
	Transaction uint16
	Statement   uint16
	Load        uint16
	Host        uint16
	Phase       uint8
	Kind        Kind
}

// Batch is what is handed over at once: whole events with all their
// statements, in order, or seconds of an open loop. The receiver may keep no
// slice.
type Batch struct {
	Events     []Event
	Statements []Statement
	Arrivals   []Arrival
}
