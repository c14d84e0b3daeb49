package interop

import (
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// eventRow and statementRow are the columns that the figures need.
type eventRow struct {
	Load        *string `parquet:"load,optional"`
	Phase       string  `parquet:"phase"`
	Transaction string  `parquet:"transaction"`
	Wait        int64   `parquet:"wait_ns"`
	Service     int64   `parquet:"service_ns"`
	Outcome     string  `parquet:"outcome"`
}

type statementRow struct {
	Load        *string `parquet:"load,optional"`
	Phase       string  `parquet:"phase"`
	Transaction string  `parquet:"transaction"`
	Statement   string  `parquet:"statement"`
	Service     int64   `parquet:"service_ns"`
	Kind        string  `parquet:"kind"`
	Error       int32   `parquet:"error_code"`
}

// fromParquetGo finds the figures by keeping and sorting all times.
func fromParquetGo(t *testing.T, dir string) figures {
	times := map[string][]int64{}
	factors := factorsByCell(t, dir)
	for _, name := range partsOf(t, dir, "events") {
		cell, repeat := placeOf(t, name)
		for _, r := range readFile[eventRow](t, name) {
			if r.Phase == "measure" && r.Outcome == "ok" {
				k := key(cell, repeat, factors[cell], *r.Load, r.Transaction, "")
				times[k] = append(times[k], r.Wait+r.Service)
			}
		}
	}
	for _, name := range partsOf(t, dir, "statements") {
		cell, repeat := placeOf(t, name)
		for _, r := range readFile[statementRow](t, name) {
			if r.Phase == "measure" && r.Error == 0 && r.Kind != "connect" {
				k := key(cell, repeat, factors[cell], *r.Load, r.Transaction, r.Statement)
				times[k] = append(times[k], r.Service)
			}
		}
	}
	all := figures{}
	for k, list := range times {
		slices.Sort(list)
		all[k] = []int64{int64(len(list))}
		for _, p := range asked {
			all[k] = append(all[k], list[rank(p, len(list))-1])
		}
	}
	return all
}

// rank is ⌈p·n/100⌉, at least 1, without rounding.
func rank(p float64, n int) int {
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(p, 'f', -1, 64))
	exact.Mul(exact, big.NewRat(int64(n), 100))
	whole, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return max(1, int(whole.Int64()))
}

func readFile[T any](t *testing.T, name string) []T {
	t.Helper()
	rows, err := parquet.ReadFile[T](name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// partsOf are the files of a table.
func partsOf(t *testing.T, dir, table string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, table, "cell=*", "repeat=*", "part-*.parquet"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s of %s: %v, %v", table, dir, names, err)
	}
	return names
}

// placeOf reads cell and repeat from the path, as Hive partitions have it.
func placeOf(t *testing.T, name string) (cell, repeat int) {
	t.Helper()
	steps := strings.Split(filepath.ToSlash(name), "/")
	at := strings.Join(steps[len(steps)-3:len(steps)-1], "/")
	if _, err := fmt.Sscanf(at, "cell=%d/repeat=%d", &cell, &repeat); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return cell, repeat
}

// factorsByCell reads cells.parquet, whose columns only the file knows.
func factorsByCell(t *testing.T, dir string) map[int]string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "cells.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := parquet.NewReader(f)
	defer r.Close()
	all := map[int]string{}
	for names := r.Schema().Columns(); ; {
		rows := make([]parquet.Row, 1)
		n, err := r.ReadRows(rows)
		if n == 1 {
			cell, factors := cellOf(names, rows[0])
			all[cell] = factors
		}
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// cellOf is the number and the factors of a row of cells.parquet.
func cellOf(names [][]string, row parquet.Row) (cell int, factors string) {
	var list []string
	for i, v := range row {
		if names[i][0] == "cell" {
			cell = int(v.Int32())
		}
		if factor, ok := strings.CutPrefix(names[i][0], "factor_"); ok {
			list = append(list, factor+"="+v.String())
		}
	}
	slices.Sort(list)
	return cell, strings.Join(list, " ")
}
