package plan

import "github.com/assay-bench/assay/planner/expr"

// Template is text with holes: Parts has one element more than Holes, and
// hole i stands between Parts[i] and Parts[i+1].
type Template struct {
	Parts []string `json:"parts"`
	Holes []Hole   `json:"holes,omitempty"`
}

// Hole is what fills a gap of a Template: the quoted name of a table's copy,
// or, if Table is -1, the plain text of a value.
type Hole struct {
	Table int       `json:"table"` // index into the schema's tables
	Value expr.Expr `json:"value"` // the copy, from 0; or the value
}

// Text is a template without holes.
func Text(s string) Template { return Template{Parts: []string{s}} }

// Empty tells whether the template is absent or the empty text.
func (t *Template) Empty() bool {
	return len(t.Holes) == 0 && (len(t.Parts) == 0 || t.Parts[0] == "")
}
