package executor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// cause is why an event could not go on though no statement failed: the value
// that could not be computed, and how. It is made of what exists already, so
// that a workload may fail a million times without garbage.
type cause struct {
	culprit
	transaction, query string // empty outside of one
	err                error
}

// culprit is the part of a block or a query whose evaluation failed. The
// evaluator sets it only then.
type culprit struct {
	part   string // let, argument, count, …; empty for the answer itself
	name   string // of a let
	group  string // whose part it is; empty in the transaction's own block
	number int    // of an argument, from 1
}

// causes counts events by why they could not go on. There are few, so each is
// looked at; a list is made only once there is one.
type causes []countedCause

type countedCause struct {
	cause
	times int64
}

// mostCauses bounds the list: an error that is made anew each time is none of
// those before it.
const mostCauses = 32

// add counts one event.
func (l *causes) add(c cause) {
	for i := range *l {
		if (*l)[i].cause == c {
			(*l)[i].times++
			return
		}
	}
	if len(*l) < mostCauses {
		*l = append(*l, countedCause{c, 1})
	}
}

// describe is a cause as a sentence, which names where it stands.
func (l *load) describe(c *cause) string {
	var of []string
	switch {
	case c.name != "":
		of = append(of, c.part+" "+strconv.Quote(c.name))
	case c.number > 0:
		of = append(of, fmt.Sprintf("%s %d", c.part, c.number))
	case c.part != "":
		of = append(of, c.part)
	}
	for _, place := range [][2]string{{"statement", c.query}, {"group", c.group}, {"transaction", c.transaction}} {
		if place[1] != "" {
			of = append(of, place[0]+" "+strconv.Quote(place[1]))
		}
	}
	if c.transaction == "" {
		of = append(of, "the load")
	}
	where := ""
	if c.transaction != "" {
		where = inBrackets(l.position(c.transaction, c.query))
	}
	return strings.Join(of, " of ") + where + ": " + c.err.Error()
}

// gaveUp tells why events of the load could not go on, each reason once, with
// how often it came; the most frequent first.
func (c *crew) gaveUp() []string {
	times := map[string]int64{}
	for _, w := range c.workers {
		for i := range w.causes {
			times[c.load.describe(&w.causes[i].cause)] += w.causes[i].times
		}
	}
	reasons := slices.Sorted(maps.Keys(times))
	slices.SortStableFunc(reasons, func(a, b string) int { return int(min(max(times[b]-times[a], -1), 1)) })
	reasons = reasons[:min(len(reasons), mostCauses)]
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%s (%d times)", reason, times[reason])
		if times[reason] == 1 {
			reasons[i] = reason + " (once)"
		}
	}
	return reasons
}
