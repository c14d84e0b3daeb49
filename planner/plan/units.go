package plan

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// count writes an integer with a comma between thousands.
func count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// duration writes nanoseconds as a spec would: 90s as 1m30s, 60s as 1m.
func duration(ns int64) string {
	text := time.Duration(ns).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// size writes bytes with a binary unit and three digits or four: the sizes in a
// plan are estimates.
func size(bytes int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	value, unit := float64(bytes), 0
	for value >= 1024 && unit < len(units)-1 {
		value, unit = value/1024, unit+1
	}
	return significant(value) + " " + units[unit]
}

// percent writes a fraction of one with three significant digits.
func percent(fraction float64) string { return significant(100*fraction) + " %" }

// significant writes a number with at least three digits, no exponent and no
// zeros behind the point: 0.757, 75, 1234.
func significant(value float64) string {
	if value == 0 || math.IsInf(value, 0) || math.IsNaN(value) {
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(math.Abs(value)))))
	text := strconv.FormatFloat(value, 'f', min(decimals, 12), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// plural is a number with its noun: 1 thread, 4 threads.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "y") {
		return count(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	}
	return count(n) + " " + noun + "s"
}

// manyRanges is how many of them a line names.
const manyRanges = 8

// ranges writes ascending numbers with runs joined: 0–3, 7.
func ranges(numbers []int) string {
	var b strings.Builder
	for i, n := 0, 0; i < len(numbers); n++ {
		if n == manyRanges {
			b.WriteString(", … " + count(int64(len(numbers))) + " in all")
			break
		}
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if j > i {
			b.WriteString("–" + strconv.Itoa(numbers[j]))
		}
		i = j + 1
	}
	return b.String()
}

// cells is a list of cells with its noun.
func cells(numbers []int) string {
	if len(numbers) == 1 {
		return "cell " + strconv.Itoa(numbers[0])
	}
	return "cells " + ranges(numbers)
}
