package planner

import "github.com/assay-bench/assay/spec"

// Launch is what starting a server takes besides the plan's Server of that
// name. It differs from machine to machine, so it is no part of the plan.
type Launch struct {
	Name    string // of the server in the plan
	Program string // absolute path; empty: the program of the plan is searched
	Port    int    // 0: no TCP; AnyPort: one that is free
}

// launched is a launch and the block it comes from.
type launched struct {
	Launch
	block *spec.Server
}

// launch notes how a server is started. Names tell servers apart when a plan
// runs, and the plan does not hold what a launch does; so there is one for
// each name.
func (c *compiler) launch(at Launch, block *spec.Server) bool {
	for i := range c.launches {
		known := &c.launches[i]
		switch {
		case known.Name != at.Name:
			continue
		case known.block != block:
			c.report(errorAt(block.NameRange, "Two servers of one name", "The experiment uses two servers called %q; rename one.", at.Name))
			return false
		case known.Launch != at:
			c.report(errorAt(block.NameRange, "Path or port depends on a factor",
				"The path of a server's program and its port are the same in all cells, as they are not in the plan. "+
					"To compare programs, declare a server for each, and choose between them in the target: server = var.new ? server.new : server.old."))
			return false
		}
		return true
	}
	c.launches = append(c.launches, launched{at, block})
	return true
}
