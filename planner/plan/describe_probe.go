package plan

import (
	"slices"
	"strings"
)

// probes writes each probe with its options, and the cells it runs in.
func (t *describer) probes() {
	p := t.plan
	rows := []string{"probe\toptions\tevents\tcells"}
	for i := range p.Targets {
		if p.Targets[i].Probe == nil {
			continue
		}
		users := cellsWith(p, func(c *Cell) bool {
			return slices.ContainsFunc(c.Loads, func(load int) bool { return p.Loads[load].Target == i })
		})
		probe := p.Targets[i].Probe
		rows = append(rows, strings.Join([]string{
			p.Targets[i].Name, probe.optionWords(), strings.Join(probe.Operations, ", "), ranges(users),
		}, "\t"))
	}
	if len(rows) > 1 {
		t.line("\nprobes of the hardware")
		t.table(abbreviate(rows, "probe"))
	}
}

// optionWords are the options on one line.
func (p *Probe) optionWords() string {
	var all []string
	for i := range p.Options {
		all = append(all, p.Options[i].Name+" = "+words(&p.Options[i].Value, nil))
	}
	return strings.Join(all, ", ")
}
