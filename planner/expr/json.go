package expr

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// A tree is one JSON object a node, with the keys op, kind, int, float, text
// and args; all but op and kind are left out where they are zero. What JSON
// cannot say is said otherwise, so that decoding is the exact inverse: a float
// that is no number is the string "NaN", "+Inf" or "-Inf", and a text that is
// not UTF-8 stands under the key base64.
//
// The encoder is written out, since encoding/json would scan what MarshalJSON
// returns once for each level of the tree.

// MarshalJSON implements json.Marshaler.
func (e Expr) MarshalJSON() ([]byte, error) { return e.appendJSON(nil), nil }

// appendJSON writes a node and those below it.
func (e *Expr) appendJSON(dst []byte) []byte {
	dst = appendQuoted(append(dst, `{"op":`...), string(e.Op))
	dst = appendQuoted(append(dst, `,"kind":`...), e.Kind.String())
	if e.Int != 0 {
		dst = strconv.AppendInt(append(dst, `,"int":`...), e.Int, 10)
	}
	if math.Float64bits(e.Float) != 0 {
		dst = appendNumber(append(dst, `,"float":`...), e.Float)
	}
	switch {
	case e.Text == "":
	case utf8.ValidString(e.Text):
		dst = appendQuoted(append(dst, `,"text":`...), e.Text)
	default:
		dst = append(dst, `,"base64":"`...)
		dst = append(base64.StdEncoding.AppendEncode(dst, []byte(e.Text)), '"')
	}
	if len(e.Args) > 0 {
		dst = append(dst, `,"args":[`...)
		for i := range e.Args {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = e.Args[i].appendJSON(dst)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// appendNumber writes f in the shortest form that reads back the same.
func appendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.AppendQuote(dst, strconv.FormatFloat(f, 'g', -1, 64))
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

// appendQuoted writes s, which is UTF-8, as RFC 8259 has it.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// node is an Expr as encoding/json sees it.
type node struct {
	Op     Op      `json:"op"`
	Kind   Kind    `json:"kind"`
	Int    int64   `json:"int"`
	Float  decimal `json:"float"`
	Text   string  `json:"text"`
	Base64 []byte  `json:"base64"`
	Args   []node  `json:"args"`
}

// decimal is a number, or the name of one that JSON lacks.
type decimal float64

func (d *decimal) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(string(bytes.Trim(data, `"`)), 64)
	*d = decimal(f)
	return err
}

// UnmarshalJSON implements json.Unmarshaler. It rejects unknown keys and trees
// that are not well formed (see Check).
func (e *Expr) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var n node
	if err := decoder.Decode(&n); err != nil {
		return err
	}
	*e = n.expr()
	if n.absent() {
		return nil
	}
	return e.Check()
}

// absent tells whether n is a written zero Expr.
func (n *node) absent() bool { return n.Op == "" && n.Kind == Null && len(n.Args) == 0 }

// expr is the node as an expression.
func (n *node) expr() Expr {
	e := Expr{Op: n.Op, Kind: n.Kind, Int: n.Int, Float: float64(n.Float), Text: n.Text}
	if len(n.Base64) > 0 {
		e.Text = string(n.Base64)
	}
	if len(n.Args) > 0 {
		e.Args = make([]Expr, len(n.Args))
		for i := range n.Args {
			e.Args[i] = n.Args[i].expr()
		}
	}
	return e
}
