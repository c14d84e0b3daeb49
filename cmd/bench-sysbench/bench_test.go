package main

import (
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestChoose(t *testing.T) {
	for patterns, want := range map[string]string{
		"point_select/socket/16": "point_select/socket/16",
		"read_write/tcp/*":       "read_write/tcp/1 read_write/tcp/4 read_write/tcp/16 read_write/tcp/64 read_write/tcp/256",
		"*/*/1 read_write/*/1":   "point_select/socket/1 point_select/tcp/1 read_write/socket/1 read_write/tcp/1",
		"point_select/socket/5":  "error",
		"*/*/1 nothing":          "error",
		"[":                      "error",
	} {
		cells, err := choose(patterns)
		var names []string
		for _, c := range cells {
			names = append(names, c.String())
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q chooses %s, want %s", patterns, got, want)
		}
	}
	if cells, err := choose(""); len(cells) != 20 || err != nil {
		t.Errorf("without a pattern there are %d cells, %v", len(cells), err)
	}
}

func TestCommandLine(t *testing.T) {
	o, err := parse([]string{"-pairs", "3", "-seconds=2", "-cells", "*/tcp/4"}, io.Discard)
	if err != nil || o.pairs != 3 || o.seconds != 2 || len(o.cells) != 2 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, wrong := range [][]string{{"-pairs", "0"}, {"-rows=-1"}, {"-cells", "none"}, {"run"}, {"-sconds", "1"}} {
		if _, err := parse(wrong, io.Discard); err == nil {
			t.Errorf("%v is no error", wrong)
		}
	}
}

// Both programs are asked for the same.
func TestParseReports(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	theirs, err := parseSysbench(read("sysbench.txt"), 10*time.Second, cell{"point_select", "socket", 16})
	if want := (result{throughput: 43091.40, cpu: 1e10 / 86283, spread: 1834.33 / 5392.6875}); err != nil || theirs != want {
		t.Errorf("sysbench: %+v, %v; want %+v", theirs, err, want)
	}
	l, err := parseAssay(read("assay.json"))
	if err != nil {
		t.Fatal(err)
	}
	ours := l.result(10*time.Second, cell{"read_write", "tcp", 4})
	if want := (result{throughput: 596.5, cpu: 1e10 / (1193 * 20), spread: 0.1, client: "2 event loops"}); math.Abs(ours.spread-want.spread) > 1e-12 {
		t.Errorf("Assay's spread %v, want %v", ours.spread, want.spread)
	} else if ours.spread = want.spread; ours != want {
		t.Errorf("Assay: %+v, want %+v", ours, want)
	}
	for _, other := range []string{"", "{}", `{"cells": []}`, strings.Replace(read("assay.json"), "1193", "0", 1)} {
		if _, err := parseAssay(other); err == nil {
			t.Errorf("%q is a summary", other)
		}
		if _, err := parseSysbench(other, 0, cell{}); err == nil {
			t.Errorf("%q is a report of sysbench", other)
		}
	}
}

// ratios makes a series of pairs with these ratios.
func ratios(values ...float64) *series {
	s := &series{cell: cell{"point_select", "socket", 1}}
	for _, v := range values {
		s.pairs = append(s.pairs, pair{assay: result{throughput: v}, sysbench: result{throughput: 1}})
	}
	return s
}

// The ranks are those of the tables for the sign test: of 6, 7 and 8 values the
// least and the greatest, of 9 the second, of 15 the fourth, of 20 the sixth.
func TestInterval(t *testing.T) {
	for n, want := range map[int]struct {
		rank int
		sure float64
	}{1: {1, 0}, 2: {1, 0.5}, 5: {1, 0.9375}, 6: {1, 0.96875}, 7: {1, 0.984375}, 8: {1, 0.9921875}, 9: {2, 0.9609375}, 15: {4, 0.9648}, 20: {6, 0.9586}} {
		var values []float64
		for i := range n {
			values = append(values, float64(i+1))
		}
		slices.Reverse(values)
		low, high, sure := ratios(values...).interval(pair.ratio)
		if low != float64(want.rank) || high != float64(n+1-want.rank) || math.Abs(sure-want.sure) > 1e-4 {
			t.Errorf("of %d values: %v … %v, %.4f sure; want %d from both ends, %.4f", n, low, high, sure, want.rank, want.sure)
		}
	}
}

func TestMedian(t *testing.T) {
	for want, s := range map[float64]*series{3: ratios(9, 1, 3), 2.5: ratios(2, 1, 3, 9), 7: ratios(7)} {
		if got := s.median(pair.ratio); got != want {
			t.Errorf("median %v, want %v", got, want)
		}
	}
}

// The programs take turns at being first, and the first failure ends the
// comparison.
func TestAlternate(t *testing.T) {
	var order, log strings.Builder
	runs := func(name string, throughput float64, failsAt int) program {
		return func() (result, error) {
			order.WriteString(name)
			if failsAt--; failsAt == 0 {
				return result{}, io.ErrUnexpectedEOF
			}
			return result{throughput: throughput}, nil
		}
	}
	b := &bench{options: options{pairs: 3}, log: &log}
	pairs, err := b.alternate("cell", "rows", runs("a", 3, 0), runs("s", 2, 0))
	if err != nil || order.String() != "assaas" || !slices.Equal(pairs, slices.Repeat([]pair{{result{throughput: 3}, result{throughput: 2}}}, 3)) {
		t.Errorf("order %s, %+v, %v", &order, pairs, err)
	}
	if text := log.String(); strings.Count(text, "\n") != 3 || !strings.Contains(text, "cell pair 3: Assay 3, sysbench 2 rows/s, ratio 1.500") {
		t.Errorf("log:\n%s", text)
	}
	order.Reset()
	if pairs, err = b.alternate("cell", "rows", runs("a", 3, 0), runs("s", 2, 2)); err != io.ErrUnexpectedEOF || pairs != nil || order.String() != "ass" {
		t.Errorf("a failure: order %s, %+v, %v", &order, pairs, err)
	}
}

func TestRow(t *testing.T) {
	row := ratios(1.1, 1.2, 1.3).row()
	if !strings.HasPrefix(row, "| point_select | socket | 1 | 1 | 1 | **1.200** | 1.100 … 1.300 | 75.0 % |") || strings.Count(row, "|") != 15 {
		t.Errorf("row %s", row)
	}
}

// Each row of loading says what was compared, and names both ways.
func TestLoadingRow(t *testing.T) {
	row := ratios(1.7, 1.8, 1.9).loadingRow(&filling{tables: 2, loaders: 4, threads: 2})
	if !strings.HasPrefix(row, "| LOAD DATA | 2 | 4 | 2 | 2 | 1 | **1.800** | 1.700 … 1.900 | 75.0 % |") || strings.Count(row, "|") != 12 {
		t.Errorf("row %s", row)
	}
	if row = ratios(1).loadingRow(&filling{insert: true}); !strings.HasPrefix(row, "| INSERT |") {
		t.Errorf("row %s", row)
	}
	if o, err := parse([]string{"-loading", "-rows", "10"}, io.Discard); err != nil || !o.loading || o.rows != 10 {
		t.Errorf("%+v, %v", o, err)
	}
}
