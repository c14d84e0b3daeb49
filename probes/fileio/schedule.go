package fileio

import (
	"math/bits"
	"sync/atomic"
)

// Step is one operation: where it goes, and how long it is. A sync has neither
// offset nor length.
type Step struct {
	Operation    Operation
	File         int64
	Offset       int64
	Length       int64
	number       int64 // of the request, from 0; what is written depends on it
	skip         bool  // a sync of files that nobody has written to
	block, count int64 // the blocks it covers, counted over all files
}

// schedule is the order of operations. Step t is a function of t alone, so the
// workers of a load share nothing but the counter that gives the next t: they
// read and write the files in one order as if they were one, as sysbench's do.
// Which of them does a step is for the scheduler of the machine to decide.
//
// Requests and rounds of syncs alternate. Round r begins after request
// begin(r) and takes Files steps, one file each:
//
//	t:  0 … begin(1)-1 | Files syncs | … begin(2)-1+Files | Files syncs | …
type schedule struct {
	job       *Job
	seed      uint64 // of random positions
	next      atomic.Int64
	perFile   int64 // requests of a file, the last of which may be shorter
	ratio     float64
	every     int64 // requests or writes between rounds; 0: there are none
	countMade bool  // it is writes that are counted
}

// newSchedule is the order of a job, from its beginning.
func newSchedule(j *Job) *schedule {
	s := &schedule{job: j, seed: j.Seed, perFile: ceil(j.FileSize(), j.request())}
	if j.Mode == RandomReadWrite {
		s.ratio = j.ReadsPerWrite
	}
	if j.Mode.Writes() && !j.SyncEach {
		s.every = max(j.SyncRequests, j.SyncWrites)
		s.countMade = j.SyncWrites > 0
	}
	return s
}

// take gives the next step to the worker that asks.
func (s *schedule) take() Step {
	for {
		if step := s.at(s.next.Add(1) - 1); !step.skip {
			return step
		}
	}
}

// at is step t.
func (s *schedule) at(t int64) Step {
	if s.every == 0 {
		return s.request(t)
	}
	r := s.round(t)
	into := t - s.begin(r) - r*s.job.Files // steps since the last round of syncs ended
	length := s.begin(r+1) - s.begin(r)
	if into < length {
		return s.request(s.begin(r) + into)
	}
	clean := s.writes(s.begin(r)) == s.writes(s.begin(r+1))
	return Step{Operation: Sync, File: into - length, skip: clean}
}

// round is the round that step t belongs to. It is estimated, then corrected:
// what begin rounds off is less than one request for each round.
func (s *schedule) round(t int64) int64 {
	length := float64(s.every)
	if s.countMade {
		length *= 1 + s.ratio
	}
	r := int64(float64(t) / (length + float64(s.job.Files)))
	for r > 0 && s.begin(r)+r*s.job.Files > t {
		r--
	}
	for s.begin(r+1)+(r+1)*s.job.Files <= t {
		r++
	}
	return r
}

// begin is how many requests have been made when r rounds of syncs have.
func (s *schedule) begin(r int64) int64 {
	if s.countMade {
		return s.after(r * s.every)
	}
	return r * s.every
}

// after is how many requests have been made with write number m, from 1: m
// writes and the reads before them, so that there are ratio reads to a write
// in every stretch and not only on average. 0 without a write.
func (s *schedule) after(m int64) int64 { return m + int64(float64(m)*s.ratio) }

// writes is how many of the first k requests are writes.
func (s *schedule) writes(k int64) int64 {
	m := int64(float64(k) / (1 + s.ratio))
	for m > 0 && s.after(m) > k {
		m--
	}
	for s.after(m+1) <= k {
		m++
	}
	return m
}

// request is request k.
func (s *schedule) request(k int64) Step {
	step := Step{Operation: s.operation(k), number: k}
	at := k % (s.perFile * s.job.Files)
	if !s.job.Mode.Sequential() {
		at = draw(s.seed, k, s.perFile*s.job.Files)
	}
	s.place(&step, at)
	return step
}

// place puts a step at request position at, counted over all files. A request
// stays inside its file: where a file's size is no multiple of the request's,
// the file's last is shorter.
func (s *schedule) place(step *Step, at int64) {
	blocks := ceil(s.job.FileSize(), s.job.Block)
	step.File = at / s.perFile
	step.Offset = at % s.perFile * s.job.request()
	step.Length = min(s.job.request(), s.job.FileSize()-step.Offset)
	step.block = step.File*blocks + step.Offset/s.job.Block
	step.count = ceil(step.Length, s.job.Block)
}

// operation is a read or a write: in a mixed job request k is a write if it makes
// the number of writes one more.
func (s *schedule) operation(k int64) Operation {
	switch {
	case !s.job.Mode.Writes():
		return Read
	case s.job.Mode.Reads() && s.writes(k) == s.writes(k+1):
		return Read
	}
	return Write
}

// draw is number k of a sequence of uniform numbers in [0, n): the mixing
// function of SplitMix64 (Steele, Lea and Flood 2014), scaled by Lemire's
// multiplication. The k-th needs no other, so no state is shared or kept.
func draw(seed uint64, k, n int64) int64 {
	z := mix(mix(seed) + uint64(k)*0x9e3779b97f4a7c15)
	high, _ := bits.Mul64(z, uint64(n))
	return int64(high)
}

// mix is SplitMix64's finalizer, which makes of near numbers far ones.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// ceil is a ÷ b, rounded up.
func ceil(a, b int64) int64 { return (a + b - 1) / b }
