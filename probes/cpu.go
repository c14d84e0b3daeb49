package probes

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// cpuKernel is the version of the arithmetic below. Figures of different
// versions do not compare.
const cpuKernel = "1"

// cpu is the driver of the probe cpu.
type cpu struct {
	limit  uint64 // numbers of an event end below it
	event  func(limit uint64, stopped *atomic.Bool) uint64
	method string
	result uint64 // of one event, computed beforehand: each event must come to it
}

// newCPU computes the result of an event once, which also warms the processor.
func newCPU(v probe.Values, _ driver.Endpoint) (driver.Driver, error) {
	c := &cpu{limit: uint64(v.Int("cpu_max_prime")), method: v.Text("cpu_method")}
	c.event = map[string]func(uint64, *atomic.Bool) uint64{"primes": countPrimes, "integer": mixIntegers, "float": mixFloats}[c.method]
	var never atomic.Bool
	c.result = c.event(c.limit, &never)
	if c.method == "primes" {
		if want := sieve(c.limit); c.result != want {
			return nil, fmt.Errorf("the processor counts %d primes from 3 below %d, and there are %d: it computes wrongly", c.result, c.limit, want)
		}
	}
	return c, nil
}

// Facts are the version of the kernel and what an event comes to.
func (c *cpu) Facts(context.Context) ([]driver.Fact, error) {
	facts := []driver.Fact{{Name: "kernel", Value: "cpu/" + c.method + "/" + cpuKernel}}
	if c.method == "primes" {
		facts = append(facts, driver.Fact{Name: "primes", Value: strconv.FormatUint(c.result, 10)})
	}
	return facts, nil
}

func (c *cpu) Open(context.Context, int) (driver.Conn, error) { return &cpuSession{cpu: c}, nil }
func (c *cpu) Close() error                                   { return nil }

type cpuSession struct {
	seat
	cpu *cpu
}

// Operate computes one event. Its result is compared, so that no compiler can
// leave the work out, and a processor that computes wrongly is found.
func (s *cpuSession) Operate(int64, *driver.Operation) error {
	switch got := s.cpu.event(s.cpu.limit, &s.stopped); {
	case got == s.cpu.result:
		return nil
	case s.stopped.Load():
		return interrupted
	default:
		return &driver.Error{Message: fmt.Sprintf("an event came to %d where it must come to %d: the processor computes wrongly", got, s.cpu.result)}
	}
}

// often is how many numbers an event tests between looks at whether it is to
// stop: some tenths of a millisecond.
const often = 1 << 10

// countPrimes counts the primes from 3 below limit by trial division, as an
// event of sysbench's cpu test does: each divisor from 2 up to the root, even
// ones too, by a remainder of 64 bits, until one divides. It gives 0 if it was
// stopped.
func countPrimes(limit uint64, stopped *atomic.Bool) (primes uint64) {
	for from := uint64(3); from < limit; from += often {
		if stopped.Load() {
			return 0
		}
		primes += primesIn(from, min(from+often, limit))
	}
	return primes
}

// sieve counts the same primes in another way (that of Eratosthenes), for a
// second opinion on the processor. It takes a byte for each number.
func sieve(limit uint64) (primes uint64) {
	composite := make([]bool, limit)
	for c := uint64(3); c < limit; c += 2 {
		if composite[c] {
			continue
		}
		primes++
		for m := c * c; m < limit; m += 2 * c {
			composite[m] = true
		}
	}
	return primes
}

// rounds is how many rounds an event of the other methods has for each number
// below the limit, so that at the same limit all events last about as long.
const rounds = 10

// mixIntegers runs four chains that do not wait for each other: a multiply, a
// rotation and an addition each. The multipliers are odd, so no chain ends.
func mixIntegers(limit uint64, stopped *atomic.Bool) uint64 {
	a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
	for i := range limit * rounds {
		if i%(often*often) == 0 && stopped.Load() {
			return 0
		}
		a = a*0x9e3779b97f4a7c15 + 1
		b = b*0xbf58476d1ce4e5b9 + 3
		c = c*0x94d049bb133111eb + 5
		d = d*0xd6e8feb86659fd93 + 7
		a, b, c, d = a<<13|a>>51, b<<17|b>>47, c<<29|c>>35, d<<31|d>>33
	}
	return a ^ b ^ c ^ d
}

// mixFloats runs four chains of multiply and add that stay near 1.
func mixFloats(limit uint64, stopped *atomic.Bool) uint64 {
	a, b, c, d := 1.0, 1.1, 1.2, 1.3
	for i := range limit * rounds {
		if i%(often*often) == 0 && stopped.Load() {
			return 0
		}
		a = a*0.999999 + 1e-6
		b = b*0.999998 + 2e-6
		c = c*0.999997 + 3e-6
		d = d*0.999996 + 4e-6
	}
	return math.Float64bits(a + b + c + d)
}
