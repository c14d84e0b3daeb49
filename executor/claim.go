package executor

import (
	"context"
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// BusyError is a database in which another run is making tables, or works with
// tables that it will drop.
type BusyError struct {
	Target  string
	Session int64 // that holds the database; 0 if it has just let go
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("target %s is in use by another run of Assay (session %d of the server), which makes or will drop tables there: wait for it to end, or use another database",
		e.Target, e.Session)
}

// claim keeps other runs away from the tables at d until release or close.
// Without it the second of two runs would fill the first one's tables, fail,
// and drop them.
//
// Where there are no such locks, or a server refuses them, as some clusters
// do, the database is used without.
func (p *places) claim(ctx context.Context, d *door) error {
	if d.claim != nil || d.target.Dialect.Claim == "" {
		return nil
	}
	s := d.numbered(0)
	if err := s.open(ctx); err != nil {
		return &ConnectError{Target: d.target.Name, Err: asDriverError(err)}
	}
	var res driver.Result
	st := driver.Statement{ID: -1, SQL: d.target.Dialect.Claim, Reads: []expr.Kind{expr.Int, expr.Int, expr.Int}}
	if err := s.conn.Execute(&st, nil, &res); err != nil || len(res.Row) != 3 || res.Row[0].Kind == expr.Null {
		s.close()
		return nil
	}
	got, holder, own := res.Row[0].Int, res.Row[1].Int, res.Row[2].Int
	if got == 1 {
		d.claim, d.claimant = s, own
		return nil
	}
	s.close()
	if p.claims(holder) {
		return nil
	}
	return &BusyError{Target: d.target.Name, Session: holder}
}

// claims tells whether a claim of this run is held by that session: several
// targets may be one database.
func (p *places) claims(session int64) bool {
	for _, at := range p.opened {
		if at != nil && at.claim != nil && at.claimant == session {
			return true
		}
	}
	return false
}

// release lets other runs in again.
func (at *place) release() {
	if at.claim != nil {
		at.claim.close()
		at.claim = nil
	}
}
