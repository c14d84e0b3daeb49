package planner

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/spec"
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

// satisfies tells whether version keeps a constraint such as ">= 0.1".
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

// modules checks what module blocks set, in all instances, with the values
// outside any cell.
func (c *compiler) modules() {
	outside := c.cell(0, nil)
	c.modulesOf(outside.root)
}

func (c *compiler) modulesOf(s *scope) {
	for _, m := range s.spec.Modules {
		if m.Spec == nil {
			continue
		}
		instance := s.child(m)
		names := instance.variableNames()
		for _, in := range m.Inputs {
			if _, known := instance.boundVariable(in.Name); !known {
				c.report(errorAt(in.NameRange, "Unknown input", "Module %q has no variable %q.%s", m.Name, in.Name, didYouMean(in.Name, names)))
			}
		}
		for _, v := range m.Spec.Variables {
			b, _ := instance.boundVariable(v.Name)
			c.report(b.diags)
		}
		c.modulesOf(instance)
	}
}

// mix compiles a mix with its schema and gives its place in the plan, or -1.
func (c *compiler) mix(cell *cell, d declared) int {
	m, diags := d.mix()
	c.reportIn(cell, diags)
	if diags.HasErrors() {
		return -1
	}
	return recall(c.block(blockKey{m, d.in.at, d.in.dialect.Name}), cell, func() int {
		s, schema, whole := d.in, -1, true
		if m.Schema != nil {
			of, diags := s.declaration(m.Schema, "schema")
			c.reportIn(cell, diags)
			if diags.HasErrors() {
				return -1
			}
			copied := *s
			if copied.schema, schema = c.schema(cell, of); copied.schema == nil {
				return -1
			}
			s, whole = &copied, schema >= 0
		}
		made, diags := s.mix(m)
		c.reportIn(cell, diags)
		if !whole || diags.HasErrors() {
			return -1
		}
		made.Schema = schema
		c.noteMix(m)
		return store(c, "mix", &c.plan.Mixes, made)
	})
}

// noteMix remembers where a mix and all its statements stand.
func (c *compiler) noteMix(m *spec.Mix) {
	c.note("mix."+m.Name, m.NameRange)
	for _, t := range m.Transactions {
		at := "mix." + m.Name + ".transaction." + t.Name
		c.note(at, t.NameRange)
		c.noteSteps(at, t.Steps)
	}
}

func (c *compiler) noteSteps(at string, steps []*spec.Step) {
	for _, step := range steps {
		switch {
		case step.Query != nil:
			c.note(at+".query."+step.Query.Name, step.Query.NameRange)
		case step.Group != nil:
			c.noteSteps(at, step.Group.Steps)
		}
	}
}
