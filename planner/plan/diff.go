package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Diff says in words what differs between two plans, in a stable order: the
// experiment, its factors, then what cells of the same factor values do, then
// assertions. It is empty if the digests are equal, but for one
// line if descriptions, labels or archive levels differ.
func Diff(a, b *Plan) []string {
	if Digest(a) == Digest(b) {
		return diffNotes(a, b)
	}
	d := new(differ)
	d.heads(a, b)
	d.factors(a, b)
	d.cells(a, b)
	d.asserts(a, b)
	if len(d.lines) == 0 {
		d.add("the plans differ in what the planner derives from the same words (another version of assay may have made one of them)")
	}
	return d.lines
}

// diffNotes: source positions are left out, since moving a line is no change
// that anybody wants to read of.
func diffNotes(a, b *Plan) []string {
	var what []string
	if a.Notes.Description != b.Notes.Description {
		what = append(what, "description")
	}
	if !slices.Equal(a.Notes.Labels, b.Notes.Labels) {
		what = append(what, "labels")
	}
	if a.Notes.Archive != b.Notes.Archive {
		what = append(what, "archive levels")
	}
	if len(what) == 0 {
		return nil
	}
	return []string{"only notes differ, the experiment is the same: " + strings.Join(what, ", ")}
}

// differ gathers lines.
type differ struct{ lines []string }

// add adds a line.
func (d *differ) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// changed adds a line if the two differ.
func (d *differ) changed(what, a, b string) {
	if a != b {
		d.add("%s: %s → %s", what, brief(a), brief(b))
	}
}

// brief is a text on one line, "none" if there is nothing.
func brief(text string) string {
	if text == "" {
		return "none"
	}
	return strings.Join(strings.Fields(text), " ")
}

// The lengths in bytes that contrast goes by: a text up to whole is quoted
// whole, around is what it keeps of what two texts share.
const (
	whole  = 120
	around = 20
)

// contrast shortens two long texts to where they differ, at spaces.
func contrast(a, b string) (string, string) {
	if max(len(a), len(b)) <= whole {
		return a, b
	}
	before := 0
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	after := 0
	for after < min(len(a), len(b))-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	return excerpt(a, before, after), excerpt(b, before, after)
}

// excerpt is text without most of its first and last bytes.
func excerpt(text string, first, last int) string {
	head, tail := "", ""
	start, end := 0, len(text)
	if i := strings.LastIndexByte(text[:max(0, first-around)], ' '); i >= 0 {
		head, start = "…", i
	}
	if i := strings.IndexByte(text[len(text)-max(0, last-around):], ' '); i >= 0 {
		tail, end = " …", len(text)-max(0, last-around)+i
	}
	return head + text[start:end] + tail
}

// heads compares what holds for the whole experiment.
func (d *differ) heads(a, b *Plan) {
	d.changed("experiment", a.Experiment, b.Experiment)
	d.changed("format", fmt.Sprint(a.Format), fmt.Sprint(b.Format))
	d.changed("seed", fmt.Sprint(a.Seed), fmt.Sprint(b.Seed))
	d.changed("repeat", fmt.Sprint(a.Repeat), fmt.Sprint(b.Repeat))
	d.changed("order", string(a.Order), string(b.Order))
	d.changed("data", string(a.Data), string(b.Data))
	d.changed("on_failure", a.OnFailure, b.OnFailure)
}

// factors compares the dimensions and the values that occur in each.
func (d *differ) factors(a, b *Plan) {
	for i, f := range a.Factors {
		j := slices.IndexFunc(b.Factors, func(g Factor) bool { return g.Name == f.Name })
		if j < 0 {
			d.add("factor %s: removed (it had %s)", f.Name, strings.Join(values(a, i), ", "))
			continue
		}
		d.changed("factor "+f.Name+": type", f.Kind.String(), b.Factors[j].Kind.String())
		before, after := values(a, i), values(b, j)
		d.membership("factor "+f.Name, before, after)
	}
	for j, f := range b.Factors {
		if !slices.ContainsFunc(a.Factors, func(g Factor) bool { return g.Name == f.Name }) {
			d.add("factor %s: added with %s", f.Name, strings.Join(values(b, j), ", "))
		}
	}
	names := func(p *Plan) (all []string) {
		for _, f := range p.Factors {
			all = append(all, f.Name)
		}
		return all
	}
	d.reordered("factors", names(a), names(b))
}

// values are the different values of factor i, in order of appearance.
func values(p *Plan, i int) []string {
	var all []string
	seen := make(map[string]bool)
	for c := range p.Cells {
		v := plainConstant(&p.Cells[c].Values[i])
		if !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	return all
}

// membership tells what came and went in a set.
func (d *differ) membership(what string, before, after []string) {
	if gone := without(before, after); len(gone) > 0 {
		d.add("%s: removed %s", what, brief(strings.Join(gone, ", ")))
	}
	if come := without(after, before); len(come) > 0 {
		d.add("%s: added %s", what, brief(strings.Join(come, ", ")))
	}
	d.reordered(what, before, after)
}

// reordered tells of the same names in another order, which changes what the
// cells are called, or what runs first.
func (d *differ) reordered(what string, before, after []string) {
	a := without(before, without(before, after))
	b := without(after, without(after, before))
	if !slices.Equal(a, b) {
		d.add("%sorder %s → %s", prefix(what), brief(strings.Join(a, ", ")), brief(strings.Join(b, ", ")))
	}
}

// without is list without what is in drop, in list's order.
func without(list, drop []string) []string {
	gone := make(map[string]bool, len(drop))
	for _, s := range drop {
		gone[s] = true
	}
	var rest []string
	for _, s := range list {
		if !gone[s] {
			rest = append(rest, s)
		}
	}
	return rest
}

// asserts compares what must hold afterwards.
func (d *differ) asserts(a, b *Plan) {
	w := walker{differ: d}
	w.list("", reflect.ValueOf(a.Asserts), reflect.ValueOf(b.Asserts))
}
