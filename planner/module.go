package planner

// modules checks what module blocks set, in all instances, with the values
// outside any cell.
func (c *compiler) modules() {
	outside := c.cell(0, nil)
	c.modulesOf(outside.root)
}

// modulesOf binds every variable of every instance, so that a value that no
// mix happens to use is checked as well.
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
