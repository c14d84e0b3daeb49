package planner

import (
	"fmt"
	"strconv"
	"strings"
)

// Language is the version of the language that this planner compiles.
const Language = "0.1"

// language checks required_version: comma-separated comparisons with versions
// such as ">= 0.1, < 2".
func (c *compiler) language() {
	a := c.spec.Assay
	if a == nil || a.RequiredVersion == nil {
		return
	}
	r := &reading{s: nothing()}
	text := r.text(a.RequiredVersion, "")
	for _, term := range strings.Split(text, ",") {
		if r.failed() || text == "" {
			break
		}
		ok, err := satisfies(Language, strings.TrimSpace(term))
		if err != nil {
			r.wrong(a.RequiredVersion.Range(), "Invalid version constraint", "%s. Write something like \">= 0.1\".", upperFirst(err.Error()))
		} else if !ok {
			r.wrong(a.RequiredVersion.Range(), "Unsupported language version",
				"The spec needs version %s of the language, and this program knows version %s. Use another release of Assay.", text, Language)
		}
	}
	c.report(r.diags)
}

// satisfies tells whether version keeps a constraint such as ">= 0.1". Without
// an operator the version must be that one.
func satisfies(version, constraint string) (bool, error) {
	wanted := strings.TrimLeft(constraint, "<>=! ")
	operator := strings.TrimSpace(strings.TrimSuffix(constraint, wanted))
	have, _ := versionNumbers(version)
	want, err := versionNumbers(wanted)
	if err != nil {
		return false, err
	}
	order := 0
	for i := range have {
		if order == 0 && have[i] != want[i] {
			order = 1
			if have[i] < want[i] {
				order = -1
			}
		}
	}
	switch operator {
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
	}
	return false, fmt.Errorf("%q is no comparison of versions", operator)
}

// versionNumbers reads major, minor and patch; those left out are zero.
func versionNumbers(text string) (numbers [3]int, err error) {
	parts := strings.Split(text, ".")
	if len(parts) > 3 {
		return numbers, fmt.Errorf("%q is no version", text)
	}
	for i, part := range parts {
		if numbers[i], err = strconv.Atoi(part); err != nil {
			return numbers, fmt.Errorf("%q is no version", text)
		}
	}
	return numbers, nil
}
