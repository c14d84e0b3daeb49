package planner

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/spec"
)

// reading reads the attributes of a block in a scope and gathers what is wrong
// with them, so that one pass finds all mistakes. An absent or null attribute,
// and one that is wrong, has the value that the caller gives for it.
type reading struct {
	s     *scope
	diags hcl.Diagnostics
}

// failed tells whether anything was wrong so far: what follows from it is not
// worth a message.
func (r *reading) failed() bool { return r.diags.HasErrors() }

// wrong reports a mistake; see errorAt.
func (r *reading) wrong(at hcl.Range, summary, detail string, args ...any) {
	r.diags = append(r.diags, errorAt(at, summary, detail, args...)...)
}

// value is the constant of type want, or false.
func (r *reading) value(e hcl.Expression, want cty.Type) (cty.Value, bool) {
	if e == nil {
		return cty.DynamicVal, false
	}
	v, diags := r.s.nullable(e, want)
	r.diags = append(r.diags, diags...)
	return v, !diags.HasErrors() && !v.IsNull()
}

// text is a text.
func (r *reading) text(e hcl.Expression, otherwise string) string {
	v, ok := r.value(e, cty.String)
	if !ok {
		return otherwise
	}
	return v.AsString()
}

// truth is a bool.
func (r *reading) truth(e hcl.Expression, otherwise bool) bool {
	v, ok := r.value(e, cty.Bool)
	if !ok {
		return otherwise
	}
	return v.True()
}

// whole is a whole number from low to high; what names it in messages. HCL's
// numbers are no float64: 1e6 and 10 / 2 are whole, and 2^62 is exact.
func (r *reading) whole(e hcl.Expression, what string, low, high, otherwise int64) int64 {
	v, ok := r.value(e, cty.Number)
	if !ok {
		return otherwise
	}
	n, exact := wholeNumber(v)
	if !exact {
		r.wrong(e.Range(), "Not a whole number", "The number of %s must be whole and fit into 64 bits; this is %s.", what, v.AsBigFloat().Text('g', 20))
		return otherwise
	}
	if n < low || n > high {
		r.wrong(e.Range(), "Number out of range", "The number of %s must be from %d to %d; this is %d.", what, low, high, n)
		return otherwise
	}
	return n
}

// maxDuration is the longest time of a plan, in nanoseconds: sums of several must
// fit into 64 bits, and plan.Check refuses more.
const maxDuration = 1_000_000_000_000_000_000

// duration is nanoseconds.
func (r *reading) duration(e hcl.Expression, otherwise string) int64 {
	n, _ := parseDuration(otherwise)
	n = r.quantity(e, parseDuration, `a duration is text with a unit, such as "10s" or "250ms"`, n)
	if n > maxDuration {
		r.wrong(e.Range(), "Duration out of range", "A duration is 31 years at most. Choose a shorter one.")
		return maxDuration
	}
	return n
}

// quantity is text with a unit. A bare number is refused: seconds to one
// reader are milliseconds to another.
func (r *reading) quantity(e hcl.Expression, parse func(string) (int64, error), form string, otherwise int64) int64 {
	v, ok := r.value(e, cty.DynamicPseudoType)
	if !ok {
		return otherwise
	}
	if v.Type() != cty.String {
		r.wrong(e.Range(), "Wrong type", "This is %s, but %s.", article(v.Type()), form)
		return otherwise
	}
	n, err := parse(v.AsString())
	if err != nil {
		r.wrong(e.Range(), "Invalid quantity", "%s.", upperFirst(err.Error()))
		return otherwise
	}
	return n
}

// choice is one of a few words, of which the first is the default. what names it
// in messages: "policy for data".
func (r *reading) choice(e hcl.Expression, what string, words ...string) string {
	text := r.text(e, words[0])
	if !slices.Contains(words, text) {
		r.wrong(e.Range(), "Unknown "+what, "%q is no %s; it must be %s.%s", text, what, oneOf(words), didYouMean(text, words))
		return words[0]
	}
	return text
}

// texts is a list of texts; false if there is none.
func (r *reading) texts(e hcl.Expression) (texts []string, ok bool) {
	v, ok := r.value(e, cty.List(cty.String))
	if !ok {
		return nil, false
	}
	for _, element := range v.AsValueSlice() {
		if element.IsNull() {
			r.wrong(e.Range(), "No value", "One of the texts in this list is null.")
			return nil, false
		}
		texts = append(texts, element.AsString())
	}
	return texts, true
}

// wholes is a list of whole numbers from low to high.
func (r *reading) wholes(e hcl.Expression, what string, low, high int64) []int {
	v, ok := r.value(e, cty.List(cty.Number))
	if !ok {
		return nil
	}
	numbers := []int{}
	for _, element := range v.AsValueSlice() {
		n, exact := int64(0), false
		if !element.IsNull() {
			n, exact = wholeNumber(element)
		}
		if !exact || n < low || n > high {
			r.wrong(e.Range(), "Number out of range", "Each %s must be a whole number from %d to %d.", what, low, high)
			return nil
		}
		numbers = append(numbers, int(n))
	}
	return numbers
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// labels lists the names of blocks, for messages.
func labels[T any](blocks []T, name func(T) *spec.Named) (names []string) {
	for _, b := range blocks {
		names = append(names, name(b).Name)
	}
	return names
}
