package fileio

import (
	"sync"
	"testing"
)

func TestClaims(t *testing.T) {
	c := newClaims(130)
	if !c.take(60, 10) || c.take(69, 1) || c.take(55, 6) {
		t.Error("blocks that are taken are given again")
	}
	if !c.take(55, 5) {
		t.Error("what a claim in vain had taken is not given back")
	}
	c.free(60, 10)
	if !c.take(60, 70) {
		t.Error("blocks given back are not free")
	}
}

// Many workers never have a block at the same time.
func TestClaimsTogether(t *testing.T) {
	c := newClaims(8)
	var inside [8]int // the race detector and the sums would see two at once
	var wg sync.WaitGroup
	var made [4]int
	for w := range 4 {
		wg.Go(func() {
			for n := range int64(20000) {
				at := draw(uint64(w), n, 7)
				if c.take(at, 2) {
					inside[at]++
					inside[at+1]++
					made[w] += 2
					c.free(at, 2)
				}
			}
		})
	}
	wg.Wait()
	sum, want := 0, 0
	for _, n := range inside {
		sum += n
	}
	for _, n := range made {
		want += n
	}
	if sum != want || sum == 0 {
		t.Errorf("%d blocks were worked on, %d counted", want, sum)
	}
}
