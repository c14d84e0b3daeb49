package plan

import (
	"fmt"
	"slices"
)

// Server is a database server that Assay starts itself, as far as it shapes
// the work. Where its program and its data lie, and on which port it listens,
// differ from machine to machine and are not in the plan.
type Server struct {
	Name    string         `json:"name"`              // of the server block
	Program string         `json:"program"`           // mariadbd, mysqld: a name without a directory
	Version string         `json:"version,omitempty"` // what Satisfies must find true; empty: any
	Options []ServerOption `json:"options,omitempty"` // in written order; the server's defaults for all others
	Plugins []string       `json:"plugins,omitempty"` // shared libraries loaded at the start
	TCP     bool           `json:"tcp,omitempty"`     // sessions go over TCP on the loopback device, else through a Unix socket
}

// ServerOption is one start-up option of a server: its name with underscores,
// and its value as text; sizes are in bytes.
type ServerOption struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Place is where tables are. Targets of equal places differ in their session
// settings only.
type Place struct {
	Target string // its name
	Server int    // index into Plan.Servers, -1 if Assay does not start it
}

// Place is the place of target i.
func (p *Plan) Place(i int) Place {
	at := Place{p.Targets[i].Name, -1}
	if s := p.Targets[i].Server; s != nil {
		at.Server = *s
	}
	return at
}

// Needs are the servers that must run for a cell, as ascending indexes into
// Plan.Servers.
func (p *Plan) Needs(c *Cell) []int {
	var all []int
	add := func(target int) {
		if s := p.Targets[target].Server; s != nil {
			all = append(all, *s)
		}
	}
	add(c.Target)
	for _, i := range c.Loads {
		add(p.Loads[i].Target)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// checkServer: the program is looked up by whoever runs the plan, who must
// not be sent to a file of the plan's choice.
func checkServer(s *Server) error {
	if s.Program != "mariadbd" && s.Program != "mysqld" {
		return fmt.Errorf("server %q: the program %q is neither mariadbd nor mysqld", s.Name, s.Program)
	}
	if s.Version != "" {
		if _, err := Satisfies("0", s.Version); err != nil {
			return fmt.Errorf("server %q: %w", s.Name, err)
		}
	}
	return nil
}
