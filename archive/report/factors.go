package report

import (
	"bytes"
	"encoding/json"

	"github.com/assay-bench/assay/archive/event"
)

// Factors are the values of a cell's factors in the plan's order.
type Factors []event.Factor

// MarshalJSON writes an object that keeps the order: {"engine": "InnoDB", "threads": 4}.
func (f Factors) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i := range f {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(f[i].Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(factorValue(&f[i]))
		if err != nil {
			return nil, err
		}
		out.Write(append(append(name, ':'), value...))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// factorValue is the value with the type that JSON has for it.
func factorValue(f *event.Factor) any {
	switch f.Kind {
	case "int":
		return f.Int
	case "float":
		return f.Float
	case "bool":
		return f.Int != 0
	}
	return f.Text
}
