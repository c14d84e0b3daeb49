package fileio

import (
	"bytes"
	"compress/flate"
	"errors"
	"math"
	"strings"
	"testing"
)

// deflated is the share of b that is left when it is compressed.
func deflated(t *testing.T, b []byte) float64 {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(b)
	w.Close()
	return float64(out.Len()) / float64(len(b))
}

func TestCompressible(t *testing.T) {
	for _, zeros := range []int64{0, 25, 50, 90, 100} {
		c := newContent(&Job{Files: 1, Total: 1 << 20, Block: 16384, Compressible: zeros, Seed: 3})
		var all []byte
		b := make([]byte, 16384)
		c.fill(b, 0)
		for n := range int64(20) {
			c.freshen(b, &Step{number: n, block: n})
			all = append(all, b...)
		}
		got, want := deflated(t, b), 1-float64(zeros)/100
		if math.Abs(got-want) > 0.03 {
			t.Errorf("%d %% of zeros leave %.2f of the data, want %.2f", zeros, got, want)
		}
		if zeros == 100 && strings.Trim(string(all), "\x00") != "" {
			t.Error("data that is all zeros is not")
		}
	}
}

// No two sectors written are equal, in a block or in another.
func TestSectorsDiffer(t *testing.T) {
	c := newContent(&Job{Files: 1, Total: 1 << 30, Block: 4096, Compressible: 90})
	seen := map[string]bool{}
	b := make([]byte, 4096)
	c.fill(b, 0)
	for n := range int64(500) {
		c.freshen(b, &Step{number: n})
		for at := 0; at < len(b); at += sector {
			s := string(b[at : at+sector])
			if seen[s] {
				t.Fatalf("sector %d of request %d has been written before", at/sector, n)
			}
			seen[s] = true
		}
	}
}

func TestVerify(t *testing.T) {
	j := small(SequentialWrite)
	j.Validate, j.Merged = true, 4
	c := newContent(j)
	step := newSchedule(j).take() // the whole first file, with half a block at its end
	b := make([]byte, step.Length)
	for name, spoil := range map[string]func(){
		"":                               func() {},
		"byte 1024 of test_file.0":       func() { b[1024]++ },
		"checksum":                       func() { b[len(b)-13] ^= 1 },
		"byte 3072 of test_file.0":       func() { b[len(b)-1]++ },
		"not the block that was written": func() { clear(b) },
		"byte 0 of test_file.0":          func() { copy(b, b[1024:2048]) },
		"byte 2048 of test_file.0 is wrong: its checksum": func() { b[3071-trailer-8]++ },
	} {
		c.fill(b, 1)
		c.freshen(b, &step)
		spoil()
		err := c.verify(b, &step)
		var wrong *ContentError
		switch {
		case name == "" && err != nil:
			t.Errorf("what was written is refused: %v", err)
		case name != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), name)):
			t.Errorf("got %v, want something with %q", err, name)
		}
	}
}

// A block of the second file tells where it is.
func TestVerifyNamesTheFile(t *testing.T) {
	j := small(RandomRead)
	j.Validate = true
	c := newContent(j)
	err := c.verify(make([]byte, 1024), &Step{block: 6})
	if want := "byte 2048 of test_file.1"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want something with %q", err, want)
	}
}
