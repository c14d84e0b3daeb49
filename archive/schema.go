package archive

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"github.com/assay-bench/assay/archive/event"
)

// physical is how the values of a column are stored.
type physical uint8

const (
	int32s physical = iota
	int64s
	uint64s
	instants // microseconds since 1970, UTC
	doubles
	booleans
	texts // always with a dictionary
)

// String is the type's name in docs/archive-format.md.
func (p physical) String() string {
	return [...]string{"INT32", "INT64", "UINT64", "TIMESTAMP(us, UTC)", "DOUBLE", "BOOLEAN", "STRING"}[p]
}

// field is what a column is called and how it is stored. What is absent is
// null: in records that is the number event.Unknown or the empty string.
type field struct {
	name string
	kind physical
	null bool
	late bool   // came after the first files of this version: where it is missing, all values are null
	doc  string // one line of docs/archive-format.md
	// signed says that -1 is a value like others, as of a factor; null is
	// then the least of all numbers.
	signed bool
}

// none is the whole number that stands for null in records and vectors.
func (f *field) none() int64 {
	if f.signed {
		return math.MinInt64
	}
	return event.Unknown
}

// node declares the field to Parquet.
func (f *field) node() schema.Node {
	repetition := parquet.Repetitions.Required
	if f.null {
		repetition = parquet.Repetitions.Optional
	}
	typ, logical := f.types()
	node, err := schema.NewPrimitiveNodeLogical(f.name, repetition, logical, typ, 0, -1)
	if err != nil {
		panic(fmt.Sprintf("archive: column %s: %v", f.name, err))
	}
	return node
}

// types are the physical and the logical type in Parquet.
func (f *field) types() (parquet.Type, schema.LogicalType) {
	switch f.kind {
	case int32s:
		return parquet.Types.Int32, schema.NoLogicalType{}
	case int64s:
		return parquet.Types.Int64, schema.NoLogicalType{}
	case uint64s:
		return parquet.Types.Int64, schema.NewIntLogicalType(64, false)
	case instants:
		return parquet.Types.Int64, schema.NewTimestampLogicalType(true, schema.TimeUnitMicros)
	case doubles:
		return parquet.Types.Double, schema.NoLogicalType{}
	case booleans:
		return parquet.Types.Boolean, schema.NoLogicalType{}
	}
	return parquet.Types.ByteArray, schema.StringLogicalType{}
}

// column is one column of the records T, declared once for both directions.
type column[T any] struct {
	field
	// words gives the names behind the codes of a record; nil if the column
	// holds no codes.
	words func(*event.Names) *[]string
	fixed bool // the names are the format's own: a reader adds none
	apart bool // store touches nothing but a field of its own, so the order of columns does not matter
	// load appends the values of rows to v.
	load func(v *values, rows []T)
	// store puts the values of v into rows, the first into the first.
	store func(v *values, rows []T)
}

// table is one kind of file.
type table[T any] struct {
	name    string
	doc     string
	columns []column[T]
	key     func(*T) int64 // the rows of a row group are in this order; nil: as written
}

// root declares the table to Parquet.
func (t *table[T]) root() *schema.GroupNode {
	fields := make(schema.FieldList, len(t.columns))
	for i := range t.columns {
		fields[i] = t.columns[i].node()
	}
	node, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		panic(fmt.Sprintf("archive: table %s: %v", t.name, err))
	}
	return node
}

// integer declares a column of whole numbers, which at finds in a record.
func integer[T any, N ~int | ~int32 | ~int64 | ~uint64](name, doc string, at func(*T) *N) column[T] {
	kind := int64s
	switch any(*new(N)).(type) {
	case int, int32:
		kind = int32s
	case uint64:
		kind = uint64s
	}
	c := computed(name, kind, doc,
		func(r *T) int64 { return int64(*at(r)) },
		func(r *T, value int64) { *at(r) = N(value) })
	c.apart = true
	return c
}

// computed declares a column of numbers that a record holds in another form.
func computed[T any](name string, kind physical, doc string, get func(*T) int64, set func(*T, int64)) column[T] {
	return column[T]{
		field: field{name: name, kind: kind, doc: doc},
		load: func(v *values, rows []T) {
			for i := range rows {
				v.ints = append(v.ints, get(&rows[i]))
			}
		},
		store: func(v *values, rows []T) {
			for i := range rows {
				set(&rows[i], v.ints[i])
			}
		},
	}
}

// number declares a column of floating-point numbers.
func number[T any](name, doc string, get func(*T) float64, set func(*T, float64)) column[T] {
	return column[T]{
		field: field{name: name, kind: doubles, doc: doc},
		load: func(v *values, rows []T) {
			for i := range rows {
				v.floats = append(v.floats, get(&rows[i]))
			}
		},
		store: func(v *values, rows []T) {
			for i := range rows {
				set(&rows[i], v.floats[i])
			}
		},
	}
}

// code declares a column of names that records hold as indexes into a list.
func code[T any, N ~uint8 | ~uint16](name, doc string, words func(*event.Names) *[]string, at func(*T) *N) column[T] {
	c := computed(name, texts, doc,
		func(r *T) int64 { return int64(*at(r)) },
		func(r *T, value int64) { *at(r) = N(value) })
	c.words = words
	return c
}

// text declares a column of strings, which at finds in a record.
func text[T any](name, doc string, at func(*T) *string) column[T] {
	return written(name, doc,
		func(r *T) string { return *at(r) },
		func(r *T, s string) { *at(r) = s })
}

// written declares a column of strings that a record holds in another form.
func written[T any](name, doc string, get func(*T) string, set func(*T, string)) column[T] {
	return column[T]{
		field: field{name: name, kind: texts, doc: doc},
		load: func(v *values, rows []T) {
			for i := range rows {
				v.ints = append(v.ints, v.words.code(get(&rows[i])))
			}
		},
		store: func(v *values, rows []T) {
			for i := range rows {
				set(&rows[i], v.words.names()[v.ints[i]])
			}
		},
	}
}

// optional lets a column be null.
func optional[T any](c column[T]) column[T] {
	c.null = true
	return c
}

// added marks a column that files of this version may lack. It can be null.
func added[T any](c column[T]) column[T] {
	c.late = true
	return optional(c)
}

// fixed marks the names of a column as the format's own.
func fixed[T any](c column[T]) column[T] {
	c.fixed = true
	return c
}
