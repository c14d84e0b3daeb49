package executor

import (
	"cmp"
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
type causes struct {
	list   []countedCause
	others int64 // events for which the list had no room
}

// countedCause is a cause and how many events it has ended.
type countedCause struct {
	cause
	times int64
}

// mostCauses bounds the list: an error that is made anew each time is none of
// those before it.
const mostCauses = 32

// add counts one event.
func (l *causes) add(c cause) {
	for i := range l.list {
		if l.list[i].cause == c {
			l.list[i].times++
			return
		}
	}
	if len(l.list) == mostCauses {
		l.others++
		return
	}
	l.list = append(l.list, countedCause{c, 1})
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
// how often it came; the most frequent first, and those beyond mostCauses
// together.
func (c *crew) gaveUp() []string {
	times, others := map[string]int64{}, int64(0)
	for _, w := range c.workers {
		for i := range w.causes.list {
			one := &w.causes.list[i]
			times[c.load.describe(&one.cause)] += one.times
		}
		others += w.causes.others
	}
	reasons := slices.Sorted(maps.Keys(times))
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(times[b], times[a]) })
	for _, reason := range reasons[min(len(reasons), mostCauses):] {
		others += times[reason]
	}
	reasons = reasons[:min(len(reasons), mostCauses)]
	for i, reason := range reasons {
		reasons[i] = counted(reason, times[reason])
	}
	if others > 0 {
		reasons = append(reasons, counted("other reasons", others))
	}
	return reasons
}

// counted is a reason and how often it came.
func counted(reason string, times int64) string {
	if times == 1 {
		return reason + " (once)"
	}
	return fmt.Sprintf("%s (%d times)", reason, times)
}
