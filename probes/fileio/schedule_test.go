package fileio

import (
	"math"
	"testing"
)

// small is a job whose files have four blocks, the last of half a block.
func small(mode Mode) *Job {
	return &Job{Files: 2, Total: 7168, Block: 1024, Mode: mode, ReadsPerWrite: 1.5, Seed: 1}
}

// letters writes steps as r, w and s.
func letters(s *schedule, n int64) string {
	var out []byte
	for range n {
		out = append(out, s.take().Operation.String()[0])
	}
	return string(out)
}

// The files have 3584 bytes: three blocks and a half.
func TestSequence(t *testing.T) {
	s := newSchedule(small(SequentialRead))
	type place struct{ file, offset, length int64 }
	for i, want := range []place{
		{0, 0, 1024}, {0, 1024, 1024}, {0, 2048, 1024}, {0, 3072, 512},
		{1, 0, 1024}, {1, 1024, 1024}, {1, 2048, 1024}, {1, 3072, 512},
		{0, 0, 1024}, // and round again, since time ends a run, not the files
	} {
		if got := s.take(); (place{got.File, got.Offset, got.Length}) != want || got.Operation != Read {
			t.Errorf("step %d is %+v, want a read at %v", i, got, want)
		}
	}
}

func TestMergedRequests(t *testing.T) {
	j := small(SequentialWrite)
	j.Merged = 3
	s := newSchedule(j)
	first, second, third := s.take(), s.take(), s.take()
	if first.Length != 3072 || second.Offset != 3072 || second.Length != 512 || third.File != 1 || third.block != 4 {
		t.Errorf("requests of three blocks are %+v, %+v, %+v", first, second, third)
	}
	if first.count != 3 || second.count != 1 {
		t.Errorf("they cover %d and %d blocks", first.count, second.count)
	}
	j.Mode = RandomWrite // where sysbench does not merge
	if got := newSchedule(j).take().Length; got > 1024 {
		t.Errorf("a random request has %d bytes", got)
	}
}

// Periods are exact, in requests or in writes, whatever the mix.
func TestSyncs(t *testing.T) {
	for name, c := range map[string]struct {
		mode             Mode
		requests, writes int64
		ratio            float64
		want             string
	}{
		"never":                          {RandomWrite, 0, 0, 0, "wwwwwwww"},
		"every third request":            {SequentialRewrite, 3, 0, 0, "wwwsswwwss"},
		"every request":                  {RandomWrite, 1, 0, 0, "wsswss"},
		"reads need none":                {RandomRead, 1, 0, 0, "rrrrr"},
		"requests, reads among them":     {RandomReadWrite, 5, 0, 1.5, "rwrrwss" + "rwrrwss"},
		"every second write":             {RandomReadWrite, 0, 2, 1.5, "rwrrwss" + "rwrrwss"},
		"every third write":              {RandomReadWrite, 0, 3, 1.5, "rwrrwrwssrrwrwrrwss"},
		"reads only between two rounds":  {RandomReadWrite, 2, 0, 5, "rrrrrwssrrrrrwss"},
		"nothing but writes in the mix":  {RandomReadWrite, 0, 2, 0, "wwsswwss"},
		"more writes than reads":         {RandomReadWrite, 0, 0, 0.5, "wrwwrwwrw"},
		"writes only count, of one kind": {SequentialWrite, 0, 4, 9, "wwwwsswwwwss"},
	} {
		j := small(c.mode)
		j.SyncRequests, j.SyncWrites, j.ReadsPerWrite = c.requests, c.writes, c.ratio
		if got := letters(newSchedule(j), int64(len(c.want))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A round syncs each file once, in order.
func TestRoundNamesEveryFile(t *testing.T) {
	j := &Job{Files: 128, Total: 128 << 20, Block: 16384, Mode: RandomReadWrite, ReadsPerWrite: 1.5, SyncRequests: 100}
	s := newSchedule(j)
	for round := range int64(50) {
		for range 100 {
			if got := s.take(); got.Operation == Sync {
				t.Fatalf("round %d comes early", round)
			}
		}
		for file := range j.Files {
			if got := s.take(); got.Operation != Sync || got.File != file {
				t.Fatalf("round %d: step is %+v, want a sync of file %d", round, got, file)
			}
		}
	}
}

// Far out, where estimates of floating point must be corrected, the steps are
// still a sequence: every request has its turn, and rounds have their length.
func TestFarSteps(t *testing.T) {
	for _, ratio := range []float64{0.1, 1.5, 3, 7.77} {
		j := small(RandomReadWrite)
		j.SyncWrites, j.ReadsPerWrite = 3, ratio
		s := newSchedule(j)
		s.next.Store(1 << 40)
		last, syncs, writes := int64(-1), int64(0), int64(0)
		for range 5000 {
			step := s.take()
			switch {
			case step.Operation == Sync:
				if syncs++; syncs%j.Files == 0 && last >= 0 && writes > 3 {
					t.Fatalf("ratio %v: %d writes before a round", ratio, writes)
				}
				if syncs%j.Files == 0 {
					writes = 0
				}
				continue
			case last >= 0 && step.number != last+1:
				t.Fatalf("ratio %v: request %d follows %d", ratio, step.number, last)
			case step.Operation == Write:
				writes++
			}
			last = step.number
		}
		if s.writes(s.after(1<<40)) != 1<<40 {
			t.Errorf("ratio %v: write 2^40 is not found again", ratio)
		}
	}
}

// Random positions are uniform over the blocks of all files (chi-square of 8
// positions, 7 degrees of freedom, at 0.1 %) and stay inside their file.
func TestRandomPositions(t *testing.T) {
	s := newSchedule(small(RandomRead))
	const n = 80000
	var seen [8]float64
	for range n {
		step := s.take()
		if step.Offset+step.Length > 3584 || step.File > 1 || step.Length <= 0 {
			t.Fatalf("step %+v leaves its file", step)
		}
		seen[step.block]++
	}
	chi := 0.0
	for _, k := range seen {
		chi += math.Pow(k-n/8, 2) / (n / 8)
	}
	if chi > 24.3 {
		t.Errorf("chi-square is %.1f: %v", chi, seen)
	}
}

// Another seed is another sequence, the same seed the same one.
func TestSeed(t *testing.T) {
	at := func(seed uint64) (out [20]int64) {
		j := small(RandomWrite)
		j.Seed = seed
		s := newSchedule(j)
		for i := range out {
			out[i] = s.take().block
		}
		return out
	}
	if one, again, two := at(1), at(1), at(2); one != again || one == two {
		t.Error("positions do not follow the seed")
	}
}
