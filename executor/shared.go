package executor

import (
	"math/rand/v2"

	"github.com/assay-bench/assay/executor/pace"
	"github.com/assay-bench/assay/planner/plan"
)

// shared is what all sessions of a trial share: the clock, the names and
// the pool of batches.
type shared struct {
	clock  clock
	waiter func() pace.Waiter
	codes  *codebook
	pool   *pool
	levels levels

	workers int // of all loads

	// cpus are the processors of the Go runtime (GOMAXPROCS) without those that
	// loops add: no more than a quota of the system allows.
	cpus int

	processors processors
}

// line is a session ready to execute by the rules p. It holds a batch of the
// pool, which its recorder's close gives back.
func (s *shared) line(on *session, p policy, b *brake, random *rand.Rand) line {
	// Between half of the age and all of it, so that workers which start
	// together do not hand over together for ever.
	age := batchAge - random.Int64N(batchAge/2)
	return line{
		caller: caller{
			session: on,
			clock:   s.clock,
			rec:     recorder{pool: s.pool, clock: s.clock, levels: s.levels, age: age, batch: s.pool.take()},
		},
		policy:  p,
		brake:   b,
		waiter:  s.waiter(),
		random:  random,
		connect: s.codes.statements.code(labelConnect),
	}
}

// levelsOf is what a plan wants archived.
func levelsOf(p *plan.Plan) levels {
	return levels{events: p.Notes.Archive.Events, statements: p.Notes.Archive.Statements}
}
