package report

import (
	"fmt"
	"slices"
	"strings"
)

// verdicts are assertions that did not hold, for one reason.
type verdicts struct {
	message string
	judged  bool
	names   []string // of the assertions; several if none of them can be judged
	all     []*Assertion
}

// asserts writes those that did not hold, each reason once, with what they
// were judged by; of those that held their number is enough.
func (t *text) asserts() {
	if len(t.summary.Asserts) == 0 {
		return
	}
	broken := t.broken()
	for i := range broken {
		if i == 0 {
			t.line("\nassertions that did not hold")
		}
		t.verdict(&broken[i])
	}
	switch n := len(t.summary.Asserts); {
	case len(broken) > 0:
	case n == 1:
		t.line("\nthe assertion held")
	default:
		t.line("\nall %d assertions held", n)
	}
}

// unjudged begins the message of an assertion that cannot be judged.
const unjudged = "It cannot be judged: "

// broken gathers the assertions that did not hold by their reason: each by
// itself, but those that cannot be judged together.
func (t *text) broken() (list []verdicts) {
	for i := range t.summary.Asserts {
		a := &t.summary.Asserts[i]
		if a.Held {
			continue
		}
		judged := !strings.HasPrefix(a.Message, unjudged)
		at := slices.IndexFunc(list, func(v verdicts) bool {
			return v.message == a.Message && (!judged || v.names[0] == a.Name)
		})
		if at < 0 {
			at = len(list)
			list = append(list, verdicts{message: a.Message, judged: judged})
		}
		v := &list[at]
		v.all = append(v.all, a)
		if !slices.Contains(v.names, a.Name) {
			v.names = append(v.names, a.Name)
		}
	}
	return list
}

// verdict writes a reason and the places that it holds for. Values are shown
// where the assertion was judged by them.
func (t *text) verdict(v *verdicts) {
	name := strings.Join(v.names, ", ")
	var places []string
	for _, a := range v.all {
		if at := t.placeOf(a); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	switch {
	case !v.judged:
		t.line("  %s: %s%s", name, v.message, where(places))
	case len(v.all) == 1:
		at := after(" in ", places[0])
		t.line("  %s%s: %s (%s)", name, at, v.message, strings.Join(v.all[0].Values, ", "))
	default:
		t.line("  %s: %s", name, v.message)
		for i, a := range v.all[:min(len(v.all), manyPlaces)] {
			t.line("    %s: %s", places[i], strings.Join(a.Values, ", "))
		}
		if more := len(v.all) - manyPlaces; more > 0 {
			t.line("    and %d more", more)
		}
	}
}

// placeOf is the repeat that an assertion was judged by, as far as the run has
// more than one.
func (t *text) placeOf(a *Assertion) string {
	var words []string
	if len(t.summary.Cells) > 1 {
		words = append(words, fmt.Sprintf("cell %d", a.Cell))
	}
	if t.repeated() {
		words = append(words, fmt.Sprintf("repeat %d", a.Repeat))
	}
	return strings.Join(words, " ")
}
