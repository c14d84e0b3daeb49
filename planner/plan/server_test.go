package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onServers is sample on a server that Assay starts, in two configurations: a
// small and a large buffer pool for one thread and for four.
func onServers() *Plan {
	p := sample()
	for i, size := range []string{"67108864", "134217728"} {
		place := i
		p.Servers = append(p.Servers, Server{
			Name: "maria", Program: "mariadbd", Version: ">= 10.6", Plugins: []string{"ha_rocksdb"},
			Options: []ServerOption{{"innodb_buffer_pool_size", size}},
		})
		t := p.Targets[0]
		t.Server = &place
		p.Targets = append(p.Targets, t)
	}
	p.Targets = p.Targets[1:]
	for i := range p.Cells {
		p.Loads[i].Target, p.Cells[i].Target = i%2, i%2
	}
	return p
}

func TestScheduleOfServers(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Plan)
		want   string // cells; a + before one whose server is started, a * after one that loads
	}{
		"grouped keeps a server while it is needed": {func(*Plan) {}, "+0* 0 2* 2 +1* 1 3* 3"},
		"interleaved switches":                      {func(p *Plan) { p.Order = Interleaved }, "+0* +1* +2* +3* +0* +1* +2* +3*"},
		"each server keeps its data": {
			func(p *Plan) { p.Order, p.Cells[2].Schema, p.Cells[3].Schema = Interleaved, 0, 0 }, "+0* +1* +2 +3 +0 +1 +2 +3"},
		"two at a time": {
			func(p *Plan) {
				for i := range p.Cells {
					p.Cells[i].Loads = []int{0, 1}
				}
			}, "++0* 0 1* 1 2* 2 3* 3"},
	} {
		t.Run(name, func(t *testing.T) {
			p := onServers()
			c.change(p)
			var got []string
			starts := 0
			for _, r := range Schedule(p) {
				text := strings.Repeat("+", r.Starts) + fmt.Sprint(r.Cell)
				if r.Load {
					text += "*"
				}
				starts += r.Starts
				got = append(got, text)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("schedule %s, want %s", strings.Join(got, " "), c.want)
			}
			if e := p.Estimate(); e.Starts != starts {
				t.Errorf("the estimate has %d starts, the schedule %d", e.Starts, starts)
			}
		})
	}
}

func TestServersShapeTheDigest(t *testing.T) {
	base := Digest(onServers())
	for name, change := range map[string]func(*Server){
		"option":  func(s *Server) { s.Options[0].Value = "1" },
		"plugin":  func(s *Server) { s.Plugins = nil },
		"version": func(s *Server) { s.Version = "" },
		"TCP":     func(s *Server) { s.TCP = true },
		"program": func(s *Server) { s.Program = "mysqld" },
	} {
		p := onServers()
		change(&p.Servers[1])
		if Digest(p) == base {
			t.Errorf("another %s, the same digest", name)
		}
	}
}

func TestDescribeServers(t *testing.T) {
	text := string(describe(t, onServers()))
	for _, want := range []string{
		"maria-1  mariadbd >= 10.6  socket  innodb_buffer_pool_size = 67108864, plugin ha_rocksdb   0, 2\n",
		"  1     InnoDB   4        mariadb on maria-2  1m10s\n",
		"2 server starts: each configuration keeps its data",
		"2 × server/*.log",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	p := onServers()
	p.Servers[1].Name, p.Servers[0].Options, p.Servers[0].Plugins = "other", nil, nil
	if got := []string{p.ServerLabel(0), p.ServerLabel(1), p.Servers[0].optionWords()}; !slices.Equal(got, []string{"maria", "other", "the program's defaults"}) {
		t.Errorf("labels %q", got)
	}
}

func TestDiffOfServers(t *testing.T) {
	p := onServers()
	p.Servers[1].Options = []ServerOption{{"innodb_buffer_pool_size", "1"}, {"sync_binlog", "1"}}
	want := []string{
		"server maria: option sync_binlog added (cells 1, 3)",
		"server maria, option innodb_buffer_pool_size: value 134217728 → 1 (cells 1, 3)",
	}
	if diff := cmp.Diff(want, Diff(onServers(), p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := Diff(sample(), onServers()); !slices.Contains(got, "server maria added") {
		t.Errorf("from an address to a server: %q", got)
	}
}

func TestCheckServers(t *testing.T) {
	beyond := 2
	for name, c := range map[string]struct {
		change func(*Plan)
		want   string
	}{
		"fine":             {func(*Plan) {}, ""},
		"no such server":   {func(p *Plan) { p.Targets[0].Server = &beyond }, "server"},
		"a program's path": {func(p *Plan) { p.Servers[0].Program = "/tmp/mariadbd" }, "neither mariadbd nor mysqld"},
		"constraint":       {func(p *Plan) { p.Servers[0].Version = "new" }, `"new" is no version`},
	} {
		p := onServers()
		c.change(p)
		err := Check(p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestSatisfies(t *testing.T) {
	const maria = "10.11.6-MariaDB-0+deb12u1"
	for _, c := range []struct {
		version, constraint string
		want                bool
	}{
		{maria, ">= 10.6", true}, {maria, ">= 10.6, < 11", true}, {maria, ">= 10.6, < 10.11", false},
		{maria, "10.11", true}, {maria, "= 10.11.6", true}, {maria, "10.11.7", false}, {maria, "!= 10.11", false},
		{maria, "> 10.11", false}, {maria, "> 10.11.5", true}, {maria, "<= 10", true}, {"8", ">= 8.0.1", false}, {"8.4.1", "<8.4.2", true},
	} {
		if got, err := Satisfies(c.version, c.constraint); got != c.want || err != nil {
			t.Errorf("Satisfies(%q, %q) is %v (%v), want %v", c.version, c.constraint, got, err, c.want)
		}
	}
	for _, wrong := range []string{"", ">=", "~> 10", "ten", "10.6-MariaDB", ">= 10,", "1.2.3.4"} {
		if _, err := Satisfies(maria, wrong); err == nil {
			t.Errorf("the constraint %q is no error", wrong)
		}
	}
	if _, err := Satisfies("unknown", "10"); err == nil {
		t.Error("a version without a number is no error")
	}
}
