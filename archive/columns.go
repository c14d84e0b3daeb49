package archive

import "github.com/assay-bench/assay/archive/event"

// The tables as they stand in the files, and in docs/archive-format.md.

func loads(n *event.Names) *[]string        { return &n.Loads }
func stages(n *event.Names) *[]string       { return &n.Stages }
func transactions(n *event.Names) *[]string { return &n.Transactions }
func statements(n *event.Names) *[]string   { return &n.Statements }
func hosts(n *event.Names) *[]string        { return &n.Hosts }
func phases(*event.Names) *[]string         { return &event.Phases }
func outcomes(*event.Names) *[]string       { return &event.OutcomeNames }
func kinds(*event.Names) *[]string          { return &event.KindNames }

var eventTable = table[event.Event]{
	name: "events",
	doc:  "One row for each event: a transaction of a mix with all its attempts, an operation of a probe, or one chunk of loading.",
	key:  func(e *event.Event) int64 { return e.Start },
	columns: []column[event.Event]{
		integer("event", "Number, unique in its cell and repeat.", func(e *event.Event) *int64 { return &e.ID }),
		optional(code("load", "The load's label; null while loading tables.", loads, func(e *event.Event) *uint16 { return &e.Load })),
		fixed(code("phase", "The phase of the due instant.", phases, func(e *event.Event) *uint8 { return &e.Phase })),
		optional(code("stage", "The stage of the load; null if it has none.", stages, func(e *event.Event) *uint16 { return &e.Stage })),
		code("transaction", "The transaction's label; while loading the table, for a probe its operation.", transactions, func(e *event.Event) *uint16 { return &e.Transaction }),
		integer("worker", "The worker in its load, from 0.", func(e *event.Event) *int32 { return &e.Worker }),
		integer("start_ns", "When its work began.", func(e *event.Event) *int64 { return &e.Start }),
		integer("wait_ns", "Start − due; 0 in a closed loop. Response time is wait_ns + service_ns.", func(e *event.Event) *int64 { return &e.Wait }),
		integer("service_ns", "End − start, over all attempts and the waits between them.", func(e *event.Event) *int64 { return &e.Service }),
		added(integer("lag_ns", "Of wait_ns, the generator's own lateness: how long after both the due instant and the moment when its worker was free it began; null in a closed loop.", func(e *event.Event) *int64 { return &e.Lag })),
		optional(integer("client_ns", "Of service_ns, how long answers waited in the client; null if not known.", func(e *event.Event) *int64 { return &e.Client })),
		fixed(code("outcome", "How it ended: ok, rollback, error, unexpected or cancelled.", outcomes, func(e *event.Event) *event.Outcome { return &e.Outcome })),
		integer("attempts", "How often it was tried.", func(e *event.Event) *int32 { return &e.Attempts }),
		integer("statements", "Statements executed over all attempts; connects are not counted.", func(e *event.Event) *int32 { return &e.Statements }),
		integer("error_code", "The server's number for the last failed statement of the last attempt, for a probe the system's; 0 if none failed.", func(e *event.Event) *int32 { return &e.ErrorCode }),
		code("host", "The host that it went to.", hosts, func(e *event.Event) *uint16 { return &e.Host }),
		integer("bytes", "Bytes received in result sets, as far as the driver tells, or moved by a probe; else 0.", func(e *event.Event) *int64 { return &e.Bytes }),
	},
}

var statementTable = table[event.Statement]{
	name: "statements",
	doc:  "One row for each statement of an event.",
	key:  func(s *event.Statement) int64 { return s.Start },
	columns: []column[event.Statement]{
		integer("event", "The number of its event.", func(s *event.Statement) *int64 { return &s.Event }),
		integer("ordinal", "Its place in the event, from 0, over all attempts.", func(s *event.Statement) *int32 { return &s.Ordinal }),
		integer("attempt", "The attempt that it belongs to, from 1.", func(s *event.Statement) *int32 { return &s.Attempt }),
		optional(code("load", "The load's label; null while loading tables.", loads, func(s *event.Statement) *uint16 { return &s.Load })),
		fixed(code("phase", "The phase of its event.", phases, func(s *event.Statement) *uint8 { return &s.Phase })),
		code("transaction", "The transaction of its event.", transactions, func(s *event.Statement) *uint16 { return &s.Transaction }),
		code("statement", "The query's label, or begin, commit, rollback, connect.", statements, func(s *event.Statement) *uint16 { return &s.Statement }),
		integer("start_ns", "When it was sent.", func(s *event.Statement) *int64 { return &s.Start }),
		integer("service_ns", "From sending until the last byte of the answer was read.", func(s *event.Statement) *int64 { return &s.Service }),
		fixed(code("kind", "read if it had a result set, write if it changed rows, else other; error if it failed; connect.", kinds, func(s *event.Statement) *event.Kind { return &s.Kind })),
		integer("rows", "Rows in the result set.", func(s *event.Statement) *int64 { return &s.Rows }),
		integer("affected", "Rows changed.", func(s *event.Statement) *int64 { return &s.Affected }),
		optional(integer("matched", "Rows that the WHERE clause matched; null where the driver does not tell.", func(s *event.Statement) *int64 { return &s.Matched })),
		integer("error_code", "The server's number for the error; 0 if it succeeded.", func(s *event.Statement) *int32 { return &s.ErrorCode }),
		code("host", "The host that it went to.", hosts, func(s *event.Statement) *uint16 { return &s.Host }),
	},
}

var arrivalTable = table[event.Arrival]{
	name: "arrivals",
	doc:  "One row for each second of each phase of a load with a rate. Seconds count from the beginning of the measured phase.",
	key:  func(a *event.Arrival) int64 { return a.Second },
	columns: []column[event.Arrival]{
		integer("second_ns", "The start of the second, or of the load in it.", func(a *event.Arrival) *int64 { return &a.Second }),
		code("load", "The load's label.", loads, func(a *event.Arrival) *uint16 { return &a.Load }),
		fixed(code("phase", "The phase that the arrivals are due in.", phases, func(a *event.Arrival) *uint8 { return &a.Phase })),
		integer("scheduled", "Arrivals due in the second.", func(a *event.Arrival) *int64 { return &a.Scheduled }),
		integer("started", "Events that began in it.", func(a *event.Arrival) *int64 { return &a.Started }),
		integer("finished", "Events that ended in it, ok or rolled back as the spec has it.", func(a *event.Arrival) *int64 { return &a.Finished }),
		integer("failed", "Events that ended in it otherwise.", func(a *event.Arrival) *int64 { return &a.Failed }),
		integer("dropped", "Arrivals given up without a start.", func(a *event.Arrival) *int64 { return &a.Dropped }),
		integer("waiting", "Arrivals due but neither begun nor dropped at its end.", func(a *event.Arrival) *int64 { return &a.Waiting }),
	},
}

var factTable = table[event.Fact]{
	name: "facts",
	doc:  "One row for each thing known about a host, a server or the tool.",
	columns: []column[event.Fact]{
		optional(integer("cell", "The cell; null for the whole run.", func(f *event.Fact) *int { return &f.Cell })),
		optional(integer("repeat", "The repeat; null for the whole run.", func(f *event.Fact) *int { return &f.Repeat })),
		text("when", "before or after.", func(f *event.Fact) *string { return &f.When }),
		text("host", "The host that it is about.", func(f *event.Fact) *string { return &f.Host }),
		text("source", "Who tells: host, server, client or assay.", func(f *event.Fact) *string { return &f.Source }),
		text("name", "What it is.", func(f *event.Fact) *string { return &f.Name }),
		text("value", "What was found, as text.", func(f *event.Fact) *string { return &f.Value }),
		optional(text("unit", "The unit of the value; null if it has none.", func(f *event.Fact) *string { return &f.Unit })),
	},
}

var sampleTable = table[event.Sample]{
	name: "samples",
	doc:  "One row for each reading of a counter or gauge.",
	key:  func(s *event.Sample) int64 { return s.Time },
	columns: []column[event.Sample]{
		integer("t_ns", "When it was read.", func(s *event.Sample) *int64 { return &s.Time }),
		text("host", "The host that it is about.", func(s *event.Sample) *string { return &s.Host }),
		text("source", "Who tells: host, server or assay.", func(s *event.Sample) *string { return &s.Source }),
		text("name", "What was read.", func(s *event.Sample) *string { return &s.Name }),
		text("kind", "counter or gauge.", func(s *event.Sample) *string { return &s.Kind }),
		number("value", "The reading.",
			func(s *event.Sample) float64 { return s.Value },
			func(s *event.Sample, value float64) { s.Value = value }),
		optional(text("unit", "The unit of the value; null if it has none.", func(s *event.Sample) *string { return &s.Unit })),
	},
}
