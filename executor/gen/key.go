// Package gen makes values: the distributions and generators of the language,
// the weighted choice of a transaction, and the rows of a table.
//
// It knows no database and keeps no state that a seed does not give: row i of
// a table and event n of a load depend on their coordinates alone, so loading
// is parallel and resumable and a run can be repeated. A draw costs some
// nanoseconds and no allocation. One seed gives the same values on every
// machine, but that pareto and zipf use powers, whose last bit may differ
// between processors and then move a value by one, rarely.
package gen

import "encoding/binary"

// Key is a point in the space of random streams: what was mixed into it, in
// order, determines the stream. It is 128 bits wide, as the state of the
// generator is, so that billions of keys do not meet by accident.
//
// Each half is a chain h ← mix(h ⊕ x) + γ with its own finaliser, and so a
// bijection of the last x: events or rows of one stream never share a key.
// The finalisers are those of SplitMix64 (Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014, with the constants
// of Stafford's variant 13) and of MurmurHash3 (Appleby, fmix64). γ is 2^64
// divided by the golden ratio.
type Key struct{ hi, lo uint64 }

const gamma = 0x9e3779b97f4a7c15

// What a key is for comes first in it, so that equal coordinates of different
// things give unrelated streams.
const (
	forEvents = iota + 1
	forRows
	forState
	forConstant
	forArrivals
)

// newKey is the root of all streams of a seed that serve one purpose.
func newKey(seed uint64, purpose uint64) Key {
	return Key{gamma, ^uint64(gamma)}.With(seed).With(purpose)
}

// With is the key of k and one more coordinate.
func (k Key) With(x uint64) Key {
	return Key{mixSplit(k.hi^x) + gamma, mixMurmur(k.lo^x) + gamma}
}

// WithName is the key of k and a text: its bytes, eight at a time, the last
// filled up with zeros, then its length.
func (k Key) WithName(name string) Key {
	n := len(name)
	for ; len(name) >= 8; name = name[8:] {
		k = k.With(binary.LittleEndian.Uint64([]byte(name[:8])))
	}
	var rest [8]byte
	copy(rest[:], name)
	return k.With(binary.LittleEndian.Uint64(rest[:])).With(uint64(n))
}

// StreamKey is the key of one stream of events: of a worker in a closed loop,
// of a load's arrivals (stream 0) in an open one.
func StreamKey(seed uint64, repeat int, load string, phase uint8, stream int64) Key {
	return newKey(seed, forEvents).With(uint64(repeat)).WithName(load).With(uint64(phase)).With(uint64(stream))
}

// Event is the key of attempt (from 0) of event n of stream k.
func (k Key) Event(n int64, attempt int) Key { return k.With(uint64(n)).With(uint64(attempt)) }

// ArrivalKey is the key of when the arrivals of a load are due in a phase:
// With(b) is that of their block b. It is apart from the streams of the events,
// so a rate can change and each event still draws what it drew.
func ArrivalKey(seed uint64, repeat int, load string, phase uint8) Key {
	return newKey(seed, forArrivals).With(uint64(repeat)).WithName(load).With(uint64(phase))
}

// Words are the 128 bits of the key, for a generator that takes two words.
func (k Key) Words() (hi, lo uint64) { return k.hi, k.lo }

// StateKey is the key of what a load's stateful draws (permute, unique) are
// shuffled by. It leaves out the phase, since their values go on through all
// phases, and the worker, since all workers share one sequence.
func StateKey(seed uint64, repeat int, load string) Key {
	return newKey(seed, forState).With(uint64(repeat)).WithName(load)
}

// Seed is the key as one number, for generators that are not ours.
func (k Key) Seed() uint64 { return k.hi ^ k.lo }

// columnKey is the key of a column of copy c of a table; With(row) is that of
// a value in it. Each copy has its own content.
func columnKey(seed uint64, table string, c int64, column string) Key {
	return newKey(seed, forRows).WithName(table).With(uint64(c)).WithName(column)
}

// mixSplit is SplitMix64's finaliser.
func mixSplit(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// mixMurmur is MurmurHash3's finaliser.
func mixMurmur(z uint64) uint64 {
	z = (z ^ z>>33) * 0xff51afd7ed558ccd
	z = (z ^ z>>33) * 0xc4ceb9fe1a85ec53
	return z ^ z>>33
}
