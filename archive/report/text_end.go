package report

import (
	"fmt"
	"slices"
	"strings"
)

// standing is how the run stands, with the reason unless the doubts about its
// repeats tell it.
func (t *text) standing() string {
	s := t.summary
	told := t.severalRepeats() && slices.ContainsFunc(s.Warnings, func(w Warning) bool {
		return t.told(&w)
	})
	if told || s.Status == "interrupted" {
		return "the run " + statusText(s.Status)
	}
	return "the run " + statusText(s.Status) + after(": ", s.Reason)
}

// told tells whether a doubt is the reason of the run, which the executor
// writes without a capital.
func (t *text) told(w *Warning) bool {
	return w.reason != "" && strings.Contains(strings.ToLower(t.summary.Reason), strings.ToLower(w.reason))
}

// statusText is a status as a sentence has it.
func statusText(status string) string {
	switch status {
	case "failed":
		return status
	case "interrupted", "recovered":
		return "was " + status
	}
	return "is " + status
}

// severalRepeats tells whether more than one repeat of a cell was begun.
func (t *text) severalRepeats() bool { return len(t.summary.Cells) > 1 || t.repeated() }

// warnings writes each doubt once, with all the places that it holds for. Why
// the only repeat did not complete stands above as the reason of the run.
func (t *text) warnings() {
	places := make(map[string][]string)
	var messages []string
	for i := range t.summary.Warnings {
		w := &t.summary.Warnings[i]
		if !t.severalRepeats() && t.told(w) {
			continue
		}
		if places[w.Message] == nil {
			messages = append(messages, w.Message)
		}
		if at := t.place(w); !slices.Contains(places[w.Message], at) {
			places[w.Message] = append(places[w.Message], at)
		}
	}
	for i, message := range messages {
		if i == 0 {
			t.line("\nto be known")
		}
		t.line("  %s%s", message, where(places[message]))
	}
}

// place is where a doubt holds, as far as the run has more than one such
// place. Of many cells it leaves the repeat to the JSON.
func (t *text) place(w *Warning) string {
	var words []string
	if w.Cell != nil && len(t.summary.Cells) > 1 {
		words = append(words, fmt.Sprintf("cell %d", *w.Cell))
	}
	if w.Repeat != nil && t.repeated() && len(t.summary.Cells) == 1 {
		words = append(words, fmt.Sprintf("repeat %d", *w.Repeat))
	}
	if w.Load != "" && t.several(w) {
		words = append(words, "load "+w.Load)
	}
	return strings.Join(words, " ")
}

// manyPlaces is how many places a doubt names.
const manyPlaces = 6

// where is the places of a doubt in brackets; nothing if there is one place only.
func where(places []string) string {
	if places[0] == "" {
		return ""
	}
	rest := ""
	if len(places) > manyPlaces {
		rest = fmt.Sprintf(" and %d more", len(places)-manyPlaces)
		places = places[:manyPlaces]
	}
	return " (" + strings.Join(places, ", ") + rest + ")"
}

// several tells whether the repeat of a doubt has more than one load.
func (t *text) several(w *Warning) bool {
	for i := range t.summary.Cells {
		for j := range t.summary.Cells[i].Repeats {
			r := &t.summary.Cells[i].Repeats[j]
			if t.summary.Cells[i].Cell == *w.Cell && r.Repeat == *w.Repeat {
				return len(r.Loads) > 1
			}
		}
	}
	return false
}

// repeated tells whether any cell ran more than once.
func (t *text) repeated() bool {
	for i := range t.summary.Cells {
		if len(t.summary.Cells[i].Repeats) > 1 {
			return true
		}
	}
	return false
}
