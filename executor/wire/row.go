package wire

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
)

// row takes a row, or the end of rows; nil is a row of no interest.
func (a *Answer) row(p []byte) error {
	if a.ends {
		if a.DeprecateEOF {
			return a.ok(p, false)
		}
		return a.eof(p)
	}
	// The first row alone is read; of the others the count is all that matters.
	a.res.Rows++
	if a.res.Rows > 1 || len(a.reads) == 0 {
		return nil
	}
	if len(a.reads) > len(a.columns) {
		a.failure = driver.TooFewColumns(len(a.columns), len(a.reads))
		return nil
	}
	var err error
	if a.prepared != nil {
		err = a.readBinary(p)
	} else {
		err = a.readText(p)
	}
	if err != nil {
		a.res.Row = a.res.Row[:0]
	}
	if misfit, ok := err.(*driver.Error); ok { // the statement has been executed all the same
		a.failure = misfit
		return nil
	}
	return err
}

// readText reads the leading columns of a row whose values are all texts, or
// NULL.
func (a *Answer) readText(p []byte) error {
	c := cursor{rest: p}
	for i, want := range a.reads {
		b := c.text()
		if c.short {
			return &MalformedError{"a row that is too short"}
		}
		v := expr.Value{}
		if b != nil {
			var err error
			if v, err = a.fromText(b, a.columns[i], want); err != nil {
				return err
			}
		}
		a.res.Row = append(a.res.Row, v)
	}
	return nil
}

// fromText takes a text for what its column says it is, so that a query reads
// the same value prepared and as text: an integer padded with zeros, or a
// float that another one is nearer to.
func (a *Answer) fromText(b []byte, of column, want expr.Kind) (expr.Value, error) {
	switch of.kind {
	case typeTiny, typeShort, typeLong, typeInt24, typeYear, typeInt:
		n, err := strconv.ParseInt(string(b), 10, 64)
		if err == nil {
			return driver.FromInt(n, want, &a.text)
		}
		if !errors.Is(err, strconv.ErrRange) {
			return expr.Value{}, &MalformedError{"an integer that is none"}
		}
		// Beyond the int64s it stays a text, as in binary.
	case typeFloat:
		f, err := strconv.ParseFloat(string(b), 32)
		if err != nil {
			return expr.Value{}, &MalformedError{"a float that is none"}
		}
		return driver.FromFloat(f, want, &a.text)
	case typeDouble:
		f, err := strconv.ParseFloat(string(b), 64)
		if err != nil {
			return expr.Value{}, &MalformedError{"a double that is none"}
		}
		return driver.FromFloat(f, want, &a.text)
	}
	return a.copied(b, want)
}

// copied keeps a text, since what was fed is not kept.
func (a *Answer) copied(b []byte, want expr.Kind) (expr.Value, error) {
	start := len(a.text)
	a.text = append(a.text, b...)
	return driver.FromText(a.text[start:], want)
}

// readBinary reads the leading columns of a row of a prepared statement: a
// byte, a bit for each column that is NULL, values by their type.
func (a *Answer) readBinary(p []byte) error {
	c := cursor{rest: p}
	mark := c.byte()
	const offset = 2 // of the bits, for the protocol's own use
	nulls := c.take(uint64(len(a.columns)+offset+7) / 8)
	if c.short || mark != markOK {
		return &MalformedError{"a row that is too short"}
	}
	for i, want := range a.reads {
		v := expr.Value{}
		if bit := i + offset; nulls[bit/8]>>(bit%8)&1 == 0 && a.columns[i].kind != typeNull {
			var err error
			if v, err = a.fromBinary(&c, a.columns[i], want); err != nil {
				return err
			}
			if c.short {
				return &MalformedError{"a row that is too short"}
			}
		}
		a.res.Row = append(a.res.Row, v)
	}
	return nil
}

// fromBinary reads one value by its column's type. A type that is not known makes
// the rest of the row unreadable.
func (a *Answer) fromBinary(c *cursor, of column, want expr.Kind) (expr.Value, error) {
	switch of.kind {
	case typeTiny, typeShort, typeYear, typeInt24, typeLong, typeInt:
		n := of.integer(c)
		if n < 0 && of.unsigned {
			// Beyond the int64s only a text or a float can hold it.
			start := len(a.text)
			a.text = strconv.AppendUint(a.text, uint64(n), 10)
			return driver.FromText(a.text[start:], want)
		}
		return driver.FromInt(n, want, &a.text)
	case typeFloat:
		return driver.FromFloat(float64(math.Float32frombits(c.uint32())), want, &a.text)
	case typeDouble:
		return driver.FromFloat(math.Float64frombits(c.uint64()), want, &a.text)
	case typeDate, typeNewDate, typeTimestamp, typeDateTime, typeTime:
		n, _ := c.length()
		b := c.take(n)
		// As the text protocol would have sent it, so that both read alike.
		start := len(a.text)
		var err error
		if a.text, err = of.appendInstant(a.text, b); err != nil {
			return expr.Value{}, err
		}
		return driver.FromText(a.text[start:], want)
	}
	if !of.texts() {
		return expr.Value{}, &MalformedError{fmt.Sprintf("a column has type %d", of.kind)}
	}
	b := c.text()
	if b == nil && !c.short {
		return expr.Value{}, nil
	}
	return a.copied(b, want)
}
