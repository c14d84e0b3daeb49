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
	Target string
	Holder string // such as "session 12 of the server"; empty if it has just let go
}

func (e *BusyError) Error() string {
	by := e.Holder
	if by != "" {
		by = " (" + by + ")"
	}
	return fmt.Sprintf("target %s is in use by another run of Assay%s, which makes or will drop tables there: wait for it to end, or use another database",
		e.Target, by)
}

// claim keeps other runs away from the tables at d until release or close.
// Without it the second of two runs would fill the first one's tables, fail,
// and drop them.
//
// Where there are no such locks, or a server refuses them, as some clusters
// do, the database is used without.
func (p *places) claim(ctx context.Context, d *connector) error {
	if d.claim != nil {
		return nil
	}
	got, err := d.ask(ctx)
	switch {
	case err != nil:
		return err
	case got == nil:
		return nil
	case got.Release != nil:
		d.claim = got
		return nil
	case p.claims(got.Holder):
		return nil
	}
	return &BusyError{Target: d.target.Name, Holder: got.Holder}
}

// ask asks for the database: of the driver if it can, else by the dialect's
// SQL.
func (d *connector) ask(ctx context.Context) (*driver.Claim, error) {
	if c, able := d.driver.(driver.Claimer); able {
		return c.Claim(), nil
	}
	if d.target.Dialect.Claim == "" {
		return nil, nil
	}
	s := d.numbered(0)
	if err := s.open(ctx); err != nil {
		return nil, &ConnectError{Target: d.target.Name, Err: asDriverError(err)}
	}
	// The answer is whether we have it, the session that does, and our own.
	var res driver.Result
	st := driver.Statement{ID: -1, SQL: d.target.Dialect.Claim, Reads: []expr.Kind{expr.Int, expr.Int, expr.Int}}
	if err := s.conn.Execute(&st, nil, &res); err != nil || len(res.Row) != 3 || res.Row[0].Kind == expr.Null {
		s.close()
		return nil, nil
	}
	got, holder, own := res.Row[0].Int, res.Row[1].Int, res.Row[2].Int
	if got == 1 {
		return &driver.Claim{Holder: sessionWords(own), Release: s.close}, nil
	}
	s.close()
	return &driver.Claim{Holder: sessionWords(holder)}, nil
}

// sessionWords names a session by its number on the server; 0 is none.
func sessionWords(number int64) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf("session %d of the server", number)
}

// claims tells whether a claim of this run is the one of that holder: several
// targets may be one database.
func (p *places) claims(holder string) bool {
	for _, at := range p.opened {
		if at != nil && at.claim != nil && at.claim.Holder == holder {
			return true
		}
	}
	return false
}

// release lets other runs in again.
func (at *place) release() {
	if at.claim != nil {
		at.claim.Release()
		at.claim = nil
	}
}
