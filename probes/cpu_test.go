package probes

import (
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// The numbers of primes from 3 are known: π(n) - 1.
func TestCountPrimes(t *testing.T) {
	var running atomic.Bool
	for limit, want := range map[uint64]uint64{3: 0, 4: 1, 5: 1, 6: 2, 26: 8, 1000: 167, 2000: 302, 10000: 1228, 20000: 2261} {
		if got := countPrimes(limit, &running); got != want {
			t.Errorf("%d primes from 3 below %d, want %d", got, limit, want)
		}
		if got := sieve(limit); got != want {
			t.Errorf("the sieve finds %d primes from 3 below %d, want %d", got, limit, want)
		}
	}
}

// Parts of a range add up to the whole, wherever it is cut.
func TestPrimesIn(t *testing.T) {
	whole := primesIn(3, 5000)
	for _, at := range []uint64{3, 4, 1024, 4999, 5000} {
		if got := primesIn(3, at) + primesIn(at, 5000); got != whole {
			t.Errorf("cut at %d there are %d primes, and %d in all", at, got, whole)
		}
	}
	if got := primesIn(10, 10) + primesIn(11, 10); got != 0 {
		t.Errorf("there are %d primes in no numbers", got)
	}
}

// The reference tells how many divisions an event has at the default: as many
// as there are if each number is divided until one divides it.
func TestDivisions(t *testing.T) {
	n := 0
	for c := int64(3); c < probe.Find("cpu").Defaults().Int("cpu_max_prime"); c++ {
		for l := int64(2); l <= int64(math.Sqrt(float64(c))); l++ {
			n++
			if c%l == 0 {
				break
			}
		}
	}
	told := strings.ReplaceAll(probe.Find("cpu").About, ",", "")
	if !strings.Contains(told, strconv.Itoa(n)+" divisions") {
		t.Errorf("an event has %d divisions, and the reference says otherwise: %s", n, told)
	}
}

// Each method comes to the same result each time, and ends when it is told to.
func TestCPU(t *testing.T) {
	for _, method := range []string{"primes", "integer", "float"} {
		d := open(t, "cpu", option("cpu_method", method), option("cpu_max_prime", 500_000))
		s := session(t, d)
		var op driver.Operation
		if err := s.Operate(0, &op); err != nil || op != (driver.Operation{}) {
			t.Errorf("%s: %v, %+v", method, err, op)
		}
		_ = s.Interrupt(t.Context())
		if err := s.Operate(0, &op); err != interrupted {
			t.Errorf("%s: interrupted it gives %v", method, err)
		}
	}
}

// A processor that computes wrongly is told of.
func TestCPUWrong(t *testing.T) {
	d := open(t, "cpu").(*cpu)
	d.result++
	var op driver.Operation
	if err := session(t, d).Operate(0, &op); err == nil {
		t.Error("a wrong result is no error")
	}
}

func TestCPUFacts(t *testing.T) {
	facts := map[string]string{}
	d := open(t, "cpu")
	list, err := d.Facts(t.Context())
	for _, f := range list {
		facts[f.Name] = f.Value
	}
	if err != nil || facts["kernel"] != "cpu/primes/1" || facts["primes"] != "1228" {
		t.Errorf("the facts are %v, %v", facts, err)
	}
}
