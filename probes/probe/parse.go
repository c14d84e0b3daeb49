package probe

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Parse reads a value from a word of a command line and checks it: a size as
// 16384, 16K or 16KiB, all of which are powers of 1024 as people who measure
// disks and memory mean them; a span as 10ms; words joined by commas.
func (o *Option) Parse(text string) (v Value, err error) {
	switch o.Type {
	case Count:
		v.Int, err = strconv.ParseInt(text, 10, 64)
	case Size:
		v.Int, err = parseSize(text)
	case Span:
		var d time.Duration
		d, err = time.ParseDuration(text)
		v.Int = int64(d)
	case Ratio:
		v.Float, err = strconv.ParseFloat(text, 64)
	case Truth:
		v.Int, err = parseTruth(text)
	case Words:
		v.Text, err = o.join(strings.Split(text, ","))
		return v, err
	default:
		v.Text = text
	}
	if err != nil {
		return Value{}, fmt.Errorf("%s takes %s; %q is none", o.Name, o.Type, text)
	}
	return v, o.Check(v)
}

// String is what a value of the type looks like.
func (t Type) String() string {
	return [...]string{
		"a whole number", `a size such as 16KiB`, "a duration such as 10ms", "a number", "true or false", "a word", "words", "a path",
	}[t]
}

// parseTruth takes the words that sysbench takes too.
func parseTruth(text string) (int64, error) {
	switch text {
	case "true", "on", "1":
		return 1, nil
	case "false", "off", "0":
		return 0, nil
	}
	return 0, strconv.ErrSyntax
}

// parseSize reads a number of bytes.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMGTkmgtiB")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, err
	}
	shift, known := map[string]uint{"": 0, "B": 0, "K": 10, "M": 20, "G": 30, "T": 40}[unit(text[len(digits):])]
	if !known || n > math.MaxInt64>>shift || n < 0 {
		return 0, strconv.ErrSyntax
	}
	return n << shift, nil
}

// unit is the letter of a unit: K for k, K and KiB.
func unit(text string) string {
	return strings.TrimSuffix(strings.ToUpper(text), "IB")
}
