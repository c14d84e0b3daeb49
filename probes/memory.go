package probes

import (
	"context"
	"os"
	"strconv"
	"sync"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// memoryKernel is the version of the loops in this package that go through
// memory. Figures of different versions do not compare.
const memoryKernel = "1"

// memory is the driver of the probe memory.
type memory struct {
	work   probe.Sweep
	method string
	oper   string
	random bool // accesses at random places
	size   int  // bytes of a block
	huge   bool
	local  bool // each worker has a block of its own

	once   sync.Once
	shared *block // of all workers, unless each has its own
	err    error  // why it could not be had
}

// newMemory reads the options. The block is made with the first session.
func newMemory(v probe.Values, _ driver.Endpoint) (driver.Driver, error) {
	return &memory{
		work: probe.SweepOf(v), method: v.Text("memory_method"), oper: v.Text("memory_oper"), random: v.Text("memory_access_mode") == "rnd",
		size: int(v.Int("memory_block_size")), huge: v.True("memory_hugetlb"), local: v.Text("memory_scope") == "local",
	}, nil
}

// Preflight compares the blocks of all workers with the memory that is free.
func (m *memory) Preflight(_ context.Context, n driver.Needs) ([]driver.Finding, error) {
	have, blocks := availableMemory(os.DirFS("/")), int64(1)
	if m.local {
		blocks = int64(n.Workers)
	}
	if have == 0 || m.huge { // pages of a pool that is set apart are had or not
		return nil, nil
	}
	return []driver.Finding{driver.Space(driver.Here, "memory", have, int64(m.size)*blocks,
		"make memory_block_size smaller, use fewer threads, or let them share one block with memory_scope = \"global\"")}, nil
}

// Facts are the version of the loops, the work of an event, and the caches of
// the first processor, with which the size of the block is to be compared.
func (m *memory) Facts(context.Context) ([]driver.Fact, error) {
	facts := []driver.Fact{
		{Name: "kernel", Value: "memory/" + m.method + "/" + memoryKernel},
		{Name: "bytes_per_event", Value: strconv.FormatInt(m.work.Bytes, 10)},
	}
	return append(facts, cacheFacts(os.DirFS("/"))...), nil
}

// Open gives each session its block: the one of all, or one of its own.
func (m *memory) Open(context.Context, int) (driver.Conn, error) {
	if m.local {
		own, err := m.block()
		if err != nil {
			return nil, err
		}
		return newMemorySession(m, own), nil
	}
	m.once.Do(func() { m.shared, m.err = m.block() })
	if m.err != nil {
		return nil, m.err
	}
	return newMemorySession(m, m.shared), nil
}

// block gives a block of zeros whose pages are there, linked to a cycle if it is
// for a chase: the first pass is to find what later ones find.
func (m *memory) block() (*block, error) {
	b, err := allocate(m.size, m.huge)
	if err == nil && m.method == "chase" {
		link(b.words)
	}
	return b, err
}

// Close gives back the block that all share.
func (m *memory) Close() error {
	if m.shared == nil {
		return nil
	}
	return m.shared.release()
}

// memorySession is a worker with its way through the block.
type memorySession struct {
	seat
	memory *memory
	block  *block
	pass   func() // one event
	random uint64 // state of the generator of places
	at     uint64 // where a chase is
	sum    uint64 // of all that was read, so that reading is not left out
}

// newMemorySession chooses the loop once, before anything is timed.
func newMemorySession(m *memory, b *block) *memorySession {
	s := &memorySession{memory: m, block: b}
	s.pass = s.method()
	return s
}

// Close gives back the session's own block.
func (s *memorySession) Close() error {
	if s.memory.local {
		return s.block.release()
	}
	return nil
}

// Begin draws where the session's random places, or its chase, begin: workers on
// one block would else walk in step, each in lines that another has just fetched.
func (s *memorySession) Begin(at driver.Stint) {
	s.random = at.Seed | 1
	lines := uint64(len(s.block.words) / lineWords)
	if lines > 0 {
		s.at = at.Seed % lines * lineWords
	}
}

// Operate goes through the block once, or as often as an event does.
func (s *memorySession) Operate(_ int64, op *driver.Operation) error {
	s.pass()
	op.Bytes = s.memory.work.Bytes
	return nil
}

// method is the loop of an event. Loops are functions of their own, so that
// none has a choice inside.
func (s *memorySession) method() func() {
	words := s.block.words
	switch m := s.memory; m.method {
	case "words":
		if m.random {
			loop := map[string]func([]uint64, uint64) (uint64, uint64){"read": readRandom, "write": writeRandom, "none": drawOnly}[m.oper]
			return func() { s.random, s.sum = loop(words, s.random) }
		}
		loop := map[string]func([]uint64) uint64{"read": readWords, "write": writeWords, "none": countOnly}[m.oper]
		return func() { s.sum = loop(words) }
	case "chase":
		return func() { s.at = chase(words, s.at) }
	}
	return stream(words, s.memory.work, s.memory.method)
}
