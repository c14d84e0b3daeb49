package report

import (
	"math"
	"strconv"
)

// unit is what times of a table are written in.
type unit struct {
	name     string
	ns       float64
	decimals int
}

// units go from fine to coarse.
var units = []unit{{"µs", 1e3, 1}, {"ms", 1e6, 3}, {"s", 1e9, 3}}

// unitFor is the unit in which a typical time has at most three digits before
// the point.
func unitFor(ns float64) unit {
	for _, u := range units[:len(units)-1] {
		if ns < 1000*u.ns {
			return u
		}
	}
	return units[len(units)-1]
}

// text is a time without its unit.
func (u unit) text(ns float64) string { return grouped(ns/u.ns, u.decimals) }

// timeText is a time with the unit that suits it and three significant digits.
func timeText(ns int64) string {
	if ns < 1000 {
		return strconv.FormatInt(ns, 10) + " ns"
	}
	u := unitFor(float64(ns))
	return significant(float64(ns)/u.ns) + " " + u.name
}

// significant is a number with three significant digits or all before the point.
func significant(v float64) string {
	if v == 0 {
		return "0"
	}
	return grouped(v, max(0, 2-int(math.Floor(math.Log10(math.Abs(v))))))
}

// counted is a number of things: "1 chunk", "2 chunks".
func counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return wholeText(n) + " " + thing
}

// numberText is a count as it is, any other number with three digits.
func numberText(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return wholeText(int64(v))
	}
	return significant(v)
}

// rateText is a rate: three digits below 100, whole numbers from there.
func rateText(v float64) string {
	if v >= 100 {
		return grouped(v, 0)
	}
	return significant(v)
}

// wholeText is a count with commas between thousands.
func wholeText(n int64) string { return grouped(float64(n), 0) }

// grouped writes a number with commas between thousands.
func grouped(v float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	end := len(text)
	if decimals > 0 {
		end -= decimals + 1
	}
	for i := end - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if v < 0 {
		return "-" + text
	}
	return text
}
