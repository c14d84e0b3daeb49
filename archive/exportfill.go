package archive

import (
	"math"

	"github.com/assay-bench/assay/archive/event"
)

// Columns of an export that no file has: the run, the cell and the repeat, which
// are in the path, and factors, which are in another table. All rows of a batch
// have one value of them, so nothing is looked up for each row.

// fillInt makes n values of one number.
func (v *vector) fillInt(x int64, n int) {
	v.size(n)
	for i := range v.ints {
		v.ints[i] = x
	}
}

// fillText makes n values of one word.
func (v *vector) fillText(word string, n int) { v.fillInt(v.words.code(word), n) }

// fillNull makes n nulls of a field.
func (v *vector) fillNull(f *field, n int) {
	switch f.kind {
	case texts:
		v.fillText("", n)
	case doubles:
		v.floats = sized(v.floats, n)
		for i := range v.floats {
			v.floats[i] = math.NaN()
		}
	default:
		v.fillInt(f.none(), n)
	}
}

// fillFactor makes n values of a cell's factor, null if the cell has none.
func (v *vector) fillFactor(f *field, cell *event.Cell, n int) {
	if cell != nil {
		for i := range cell.Factors {
			if cell.Factors[i].Name == f.name {
				v.fillValue(f, &cell.Factors[i], n)
				return
			}
		}
	}
	v.fillNull(f, n)
}

// fillValue makes n values of a factor's value, as the kind of its column.
func (v *vector) fillValue(f *field, value *event.Factor, n int) {
	switch f.kind {
	case texts:
		v.fillText(value.String(), n)
	case doubles:
		v.floats = sized(v.floats, n)
		for i := range v.floats {
			v.floats[i] = value.Float
		}
	default:
		v.fillInt(value.Int, n)
	}
}
