package plan

import (
	"strconv"
	"strings"
)

// servers writes each server that Assay starts, with the cells it runs for.
func (t *describer) servers() {
	p := t.plan
	if len(p.Servers) == 0 {
		return
	}
	users := make([][]int, len(p.Servers))
	for i := range p.Cells {
		for _, s := range p.Needs(&p.Cells[i]) {
			users[s] = append(users[s], p.Cells[i].Number)
		}
	}
	rows := []string{"server\tprogram\tvia\toptions\tcells"}
	for i := range p.Servers {
		s := &p.Servers[i]
		rows = append(rows, strings.Join([]string{
			p.ServerLabel(i), strings.TrimSpace(s.Program + " " + s.Version), s.via(), s.optionWords(), ranges(users[i]),
		}, "\t"))
	}
	t.line("\nservers that are started, each with a private directory")
	t.table(abbreviate(rows, "server"))
}

// ServerLabel is what people call server i: the name of its block, with a
// number from 1 if the block has several configurations.
func (p *Plan) ServerLabel(i int) string {
	same, before := 0, 0
	for j := range p.Servers {
		if p.Servers[j].Name != p.Servers[i].Name {
			continue
		}
		same++
		if j <= i {
			before++
		}
	}
	if same == 1 {
		return p.Servers[i].Name
	}
	return p.Servers[i].Name + "-" + strconv.Itoa(before)
}

// via is the way that sessions take.
func (s *Server) via() string {
	if s.TCP {
		return "TCP"
	}
	return "socket"
}

// optionWords are the options and plugins on one line.
func (s *Server) optionWords() string {
	var all []string
	for _, o := range s.Options {
		all = append(all, o.Name+" = "+o.Value)
	}
	for _, plugin := range s.Plugins {
		all = append(all, "plugin "+plugin)
	}
	if all == nil {
		return "the program's defaults"
	}
	return strings.Join(all, ", ")
}

// placeWords is a target's name, with the server if Assay starts it.
func (p *Plan) placeWords(target int) string {
	at := p.Place(target)
	if at.Server < 0 {
		return at.Target
	}
	return at.Target + " on " + p.ServerLabel(at.Server)
}
