package executor

import "github.com/assay-bench/assay/archive/event"

// recorder is a worker's pen: it appends plain records to the batch at hand.
// Only its worker touches it, so a record costs its copy.
type recorder struct {
	pool   *pool
	seat   seat // of the worker; see caller
	clock  clock
	levels levels
	age    int64 // at which a batch is old
	batch  *event.Batch
	held   int   // events since the batch was empty, kept or not
	oldest int64 // end of the first of them

	waits    int64 // how often no empty batch was to be had
	waitTime int64 // and for how long, ns
}

// levels tells which records are kept.
type levels struct{ events, statements bool }

// statement appends one statement of the event being made.
func (r *recorder) statement(s *event.Statement) {
	if r.levels.statements {
		r.batch.Statements = append(r.batch.Statements, *s)
	}
}

// event appends e, whose statements are in the batch already.
func (r *recorder) event(e *event.Event) {
	if r.held == 0 {
		r.oldest = e.Start + e.Service
	}
	r.held++
	if r.levels.events {
		r.batch.Events = append(r.batch.Events, *e)
	}
}

// last is the newest event while it is still here, else nil. Events are handed
// over before the next one and not after the last, so that rows joined into
// one INSERT can still be sent on its account.
func (r *recorder) last() *event.Event {
	if n := len(r.batch.Events); n > 0 {
		return &r.batch.Events[n-1]
	}
	return nil
}

// due hands the batch over if it is full, old, or would be too old after one
// more event as long as the last took; it tells whether it did. A statement
// that unexpectedly hangs keeps what its worker has held since, half a second
// at most, from the archive until it ends.
func (r *recorder) due(now, took int64) bool {
	full := r.held >= r.pool.events || len(r.batch.Statements) >= r.pool.statements
	old := r.held > 0 && now-r.oldest+took >= r.age
	if full || old {
		r.flush()
	}
	return full || old
}

// flush hands the batch over and takes an empty one.
func (r *recorder) flush() {
	r.held = 0
	if len(r.batch.Events)+len(r.batch.Statements) == 0 {
		return
	}
	r.pool.full <- r.batch
	if r.batch = r.pool.tryTake(); r.batch == nil {
		start := r.clock.now()
		aside(r.seat, func() { r.batch = r.pool.take() })
		r.waits++
		r.waitTime += r.clock.now() - start
	}
}

// close hands over what is left.
func (r *recorder) close() {
	r.pool.full <- r.batch
	r.batch = nil
}
