package planner

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// byteUnits are the units of sizes; decimal and binary ones differ, as IEC
// 80000-13 has it.
var byteUnits = map[string]float64{
	"": 1, "B": 1,
	"kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
}

// sizeForm takes a number and a unit apart; a space between them is allowed, as
// people write it.
var sizeForm = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)$`)

// parseSize reads "512MiB" as a number of bytes.
func parseSize(text string) (int64, error) {
	m := sizeForm.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%q is not a size; write a number and a unit, such as \"512MiB\", \"10kB\" or \"4096\"", text)
	}
	unit, known := byteUnits[m[2]]
	if !known {
		return 0, fmt.Errorf("%q is not a unit of size; use B, kB, MB, GB, TB, KiB, MiB, GiB or TiB", m[2])
	}
	number, err := strconv.ParseFloat(m[1], 64)
	if err != nil || number*unit >= math.MaxInt64 {
		return 0, fmt.Errorf("%q is larger than any size that can be used", text)
	}
	return int64(math.Round(number * unit)), nil
}

// parseDuration reads "10s", "1m30s" or "250us" as nanoseconds. It takes what
// time.ParseDuration takes, without a sign, and days.
func parseDuration(text string) (int64, error) {
	if strings.HasPrefix(text, "-") {
		return 0, fmt.Errorf("%q is negative; a duration is zero or more", text)
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseFloat(days, 64)
		if err == nil && n < 36500 {
			return int64(n * float64(24*time.Hour)), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || strings.HasPrefix(text, "+") {
		return 0, fmt.Errorf("%q is not a duration; write numbers with units and no spaces, such as \"10s\", \"1m30s\", \"250ms\", \"50us\" or \"2h\"", text)
	}
	return int64(d), nil
}
