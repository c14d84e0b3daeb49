package plan

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// versionForm is up to three numbers; what may follow in a program's answer,
// such as "-MariaDB", does not count.
var versionForm = regexp.MustCompile(`^\d{1,9}(\.\d{1,9}){0,2}`)

// Satisfies tells whether a version such as "10.11.6-MariaDB" keeps a
// constraint: comma-separated comparisons such as ">= 10.6, < 11", of which
// all must hold. As many numbers are compared as the constraint has: 10.11.6
// is equal to 10.11 and not greater. An error says what is wrong with the
// constraint, or that the version is none.
func Satisfies(version, constraint string) (bool, error) {
	have := versionForm.FindString(version)
	if have == "" {
		return false, fmt.Errorf("%q is no version", version)
	}
	all := true
	for _, term := range strings.Split(constraint, ",") {
		ok, err := satisfiesTerm(have, strings.TrimSpace(term))
		if err != nil {
			return false, err
		}
		all = all && ok
	}
	return all, nil
}

// satisfiesTerm holds a version against one comparison.
func satisfiesTerm(version, term string) (bool, error) {
	wanted := strings.TrimLeft(term, "<>=! ")
	if versionForm.FindString(wanted) != wanted || wanted == "" {
		return false, fmt.Errorf("%q is no version", wanted)
	}
	order := compareVersions(version, wanted)
	switch operator := strings.TrimSpace(strings.TrimSuffix(term, wanted)); operator {
	case "", "=":
		return order == 0, nil
	case "!=":
		return order != 0, nil
	case ">":
		return order > 0, nil
	case ">=":
		return order >= 0, nil
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	default:
		return false, fmt.Errorf("%q is no comparison of versions", operator)
	}
}

// compareVersions compares as many numbers as wanted has; those that version
// lacks are zero. Both are known to be numbers of nine digits at most.
func compareVersions(version, wanted string) int {
	have := strings.Split(version, ".")
	for i, text := range strings.Split(wanted, ".") {
		want, _ := strconv.Atoi(text)
		got := 0
		if i < len(have) {
			got, _ = strconv.Atoi(have[i])
		}
		if got != want {
			return got - want
		}
	}
	return 0
}
