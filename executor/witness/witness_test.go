package witness

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

func TestParseStat(t *testing.T) {
	for name, c := range map[string]struct {
		text            string
		stolen, machine time.Duration
	}{
		"a line of ten figures":  {"cpu  10 1 5 80 2 1 1 100 9 9\ncpu0 1 2 3", time.Second, 2 * time.Second},
		"a kernel without steal": {"cpu  10 0 10 80\n", 0, time.Second},
		"another file":           {"intr 1 2 3\n", 0, 0},
		"a figure that is none":  {"cpu 1 x 3\n", 0, 0},
		"an empty file":          {"", 0, 0},
	} {
		if stolen, machine := parseStat([]byte(c.text)); stolen != c.stolen || machine != c.machine {
			t.Errorf("%s: %v of %v stolen, want %v of %v", name, stolen, machine, c.stolen, c.machine)
		}
	}
}

// A process that computes and collects garbage is seen to.
func TestWatchSeesWork(t *testing.T) {
	done := make(chan struct{})
	var a *Account
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a = Watch(time.Now(), time.Time{}, 1, done)
	}()
	for end := time.Now().Add(100 * time.Millisecond); time.Now().Before(end); {
		runtime.GC()
	}
	close(done)
	<-ended
	if a == nil || a.CPU <= 0 || a.Pauses < 1 || a.Paused <= 0 || a.Longest <= 0 || a.Longest > a.Paused {
		t.Errorf("the account is %+v", a)
	}
	if a != nil && (a.Length < 50*time.Millisecond || a.Step.Abs() > time.Second) {
		t.Errorf("length %v, step %v", a.Length, a.Step)
	}
}

// Watching keeps to its instants, whatever comes first.
func TestWatchKeepsToItsInstants(t *testing.T) {
	after := func(d time.Duration) time.Duration { return d }
	for name, c := range map[string]struct {
		begin, end, done time.Duration
		want             time.Duration // -1: no account
	}{
		"until the end":        {after(2 * time.Second), after(5500 * time.Millisecond), after(time.Minute), 3500 * time.Millisecond},
		"until it is done":     {0, after(time.Hour), after(2500 * time.Millisecond), 2500 * time.Millisecond},
		"without an end":       {0, 0, after(90 * time.Second), 90 * time.Second},
		"done before it began": {after(time.Minute), after(time.Hour), after(time.Second), -1},
	} {
		synctest.Test(t, func(t *testing.T) {
			now, done := time.Now(), make(chan struct{})
			var end time.Time
			if c.end > 0 {
				end = now.Add(c.end)
			}
			time.AfterFunc(c.done, func() { close(done) })
			a := Watch(now.Add(c.begin), end, 2, done)
			if got := lengthOf(a); got != c.want {
				t.Errorf("%s: watched for %v, want %v", name, got, c.want)
			}
		})
	}
}

func lengthOf(a *Account) time.Duration {
	if a == nil {
		return -1
	}
	return a.Length
}

// The largest step counts, in whichever direction, and the longest pause among
// those since the last reading.
func TestAccountAdds(t *testing.T) {
	start := time.Now()
	read := func(at, wall time.Duration, pauses ...time.Duration) reading {
		r := reading{at: start.Add(at), wall: wall}
		r.gc.NumGC, r.gc.Pause = int64(len(pauses)), pauses // the newest first
		return r
	}
	const ms = time.Millisecond
	readings := []reading{
		read(0, 0, 9*ms),
		read(time.Second, time.Second+2*ms, 1*ms, 3*ms, 9*ms),
		read(2*time.Second, time.Second-48*ms, 1*ms, 3*ms, 9*ms),
		read(3*time.Second, 2*time.Second-45*ms, 2*ms, 1*ms, 3*ms, 9*ms),
	}
	var a Account
	for i := range readings[1:] {
		a.add(&readings[i], &readings[i+1])
	}
	if a.Longest != 3*ms || a.Step != -1050*ms {
		t.Errorf("longest pause %v, want 3ms; step %v, want -1.05s", a.Longest, a.Step)
	}
}
