package planner

import "github.com/assay-bench/assay/spec"

// memo keeps what was computed from factors, so that each of 10,000 cells
// costs no more than its own combinations. The factors that a computation
// reads are found by running it; as it is a function of what it reads, cells
// with the same values of those have the same result.
type memo[T any] struct {
	sets []factorSet // each different set of factors that a run has read
	made map[factorSet]map[string]T
}

// recall gives the result of f for c, from the memo if it is there.
func recall[T any](m *memo[T], c *cell, f func() T) T {
	for _, set := range m.sets { // nearly always one
		if result, known := m.made[set][c.key(set)]; known {
			c.reads |= set
			return result
		}
	}
	before := c.reads
	c.reads = 0
	result := f()
	set := c.reads
	c.reads |= before
	if m.made[set] == nil {
		if m.made == nil {
			m.made = map[factorSet]map[string]T{}
		}
		m.made[set] = map[string]T{}
		m.sets = append(m.sets, set)
	}
	m.made[set][c.key(set)] = result
	return result
}

// memosBy is a memo for each of several things.
type memosBy[K comparable, T any] map[K]*memo[T]

// of is the memo of one of them, empty at first.
func (all memosBy[K, T]) of(key K) *memo[T] {
	if all[key] == nil {
		all[key] = &memo[T]{}
	}
	return all[key]
}

// memos are what cells share. Each remembers by the factors that were read, so
// a mix that does not look at the number of threads is compiled once for all.
type memos struct {
	where   memo[bool]
	home    memo[home]
	loads   memosBy[*spec.Load, loaded]
	blocks  memosBy[blockKey, int] // places in the plan of mixes, targets and servers; -1 if they failed
	schemas memosBy[blockKey, compiledSchema]
	probes  memosBy[blockKey, probed]
}

// blockKey is a block as seen from an instance of its spec, planned for a
// dialect: two modules of one source, or two targets, make it different work.
type blockKey struct {
	block   any    // *spec.Schema, *spec.Mix, *spec.Probe, *spec.Target or *spec.Server
	at      string // of the scope
	dialect string
}
