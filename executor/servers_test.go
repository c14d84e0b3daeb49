package executor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/archive/event"
	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/planner/plan"
)

// serversPlan is mariaPlan in two cells, each on a server of its own
// configuration.
func serversPlan(change ...func(*plan.Plan)) *plan.Plan {
	two := func(p *plan.Plan) {
		target, load := p.Targets[0], p.Loads[0]
		p.Targets, p.Loads, p.Cells = nil, nil, nil
		for i, connections := range []string{"41", "42"} {
			place := i
			p.Servers = append(p.Servers, plan.Server{Name: "s", Program: "mariadbd", Options: []plan.ServerOption{
				{Name: "max_connections", Value: connections}, {Name: "innodb_buffer_pool_size", Value: "67108864"},
				{Name: "innodb_flush_log_at_trx_commit", Value: "0"}, {Name: "innodb_file_format", Value: "gone"},
			}})
			target.Server, load.Target = &place, i
			p.Targets, p.Loads = append(p.Targets, target), append(p.Loads, load)
			p.Loads[i].Events = 50
			p.Cells = append(p.Cells, plan.Cell{Number: i, Target: i, Loads: []int{i}})
		}
	}
	return mariaPlan(2, 200, 2, append([]func(*plan.Plan){two}, change...)...)
}

// hall is where the servers of a plan run in a test: it notes their starts.
type hall struct {
	fleet   *server.Fleet
	started []int
	running map[int]*server.Server
}

// servedOptions are options that start the servers of p for real.
func servedOptions(t *testing.T, p *plan.Plan) (Options, sinks, *hall) {
	h := &hall{running: map[int]*server.Server{}}
	var all []server.Options
	var labels []string
	for i := range p.Servers {
		o := server.OptionsOf(&p.Servers[i])
		o.Databases = []string{"d"}
		all, labels = append(all, o), append(labels, p.ServerLabel(i))
	}
	h.fleet = server.NewFleet(all, labels, func(string, []byte) error { return nil })
	t.Cleanup(func() {
		if err := h.fleet.Close(); err != nil {
			t.Error(err)
		}
	})
	o, s := options(t, driver.Endpoint{})
	o.Launch = func(ctx context.Context, i int) (Server, error) {
		h.started = append(h.started, i)
		started, err := h.fleet.Start(ctx, i)
		if err != nil {
			return nil, err
		}
		h.running[i] = started
		return started, nil
	}
	o.Open = func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		return mysql.Open(ctx, target, driver.Endpoint{Hosts: []string{h.running[*target.Server].Address()}, User: "root", Database: "d"})
	}
	return o, s, h
}

// TestServersTakeTurns: as many starts as the plan says, loads once for each
// server, and facts that tell the configurations apart.
func TestServersTakeTurns(t *testing.T) {
	for name, c := range map[string]struct {
		order  plan.Order
		starts []int
		data   string // of each repeat in order
	}{
		"grouped":     {plan.Grouped, []int{0, 1}, "fresh reused fresh reused"},
		"interleaved": {plan.Interleaved, []int{0, 1, 0, 1}, "fresh fresh reused reused"},
	} {
		t.Run(name, func(t *testing.T) {
			p := serversPlan(func(p *plan.Plan) { p.Order, p.Repeat = c.order, 2 })
			o, archived, h := servedOptions(t, p)
			report, err := Run(t.Context(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			var data []string
			for _, cell := range report.Cells {
				data = append(data, cell.Data)
				archived[[2]int{cell.Cell, cell.Repeat}].check(t)
			}
			if !slices.Equal(h.started, c.starts) || len(c.starts) != p.Estimate().Starts {
				t.Errorf("started %v, want %v, the plan says %d", h.started, c.starts, p.Estimate().Starts)
			}
			if got := strings.Join(data, " "); got != c.data {
				t.Errorf("data was %s, want %s", got, c.data)
			}
			for i, s := range h.running {
				if s.Running() {
					t.Errorf("server %d runs after the run", i)
				}
			}
			checkServerFacts(t, report.Facts)
		})
	}
}

// checkServerFacts wants each cell's own value, and what its server warned of.
func checkServerFacts(t *testing.T, facts []event.Fact) {
	t.Helper()
	values, warned := map[int]string{}, map[string]bool{}
	for _, f := range facts {
		switch {
		case f.Name == "max_connections" && f.When == before:
			values[f.Cell] = f.Value
		case strings.HasPrefix(f.Name, "warning."):
			warned[f.Host] = warned[f.Host] || strings.Contains(f.Value, "'innodb-file-format' was removed")
		}
	}
	if len(values) != 2 || values[0] != "41" || values[1] != "42" {
		t.Errorf("max_connections of the cells: %v", values)
	}
	if !warned["s-1"] || !warned["s-2"] {
		t.Errorf("warnings of servers: %v", warned)
	}
}

// TestServerKilled: the cell fails at once with the end of the server's log,
// and the next repeat has a new server with new tables.
func TestServerKilled(t *testing.T) {
	p := serversPlan(func(p *plan.Plan) {
		p.Repeat, p.Cells = 2, p.Cells[:1]
		p.Loads[0].Events, p.Loads[0].Duration, p.Loads[0].Errors.Reconnect = 0, int64(time.Second), int64(time.Hour)
	})
	o, _, h := servedOptions(t, p)
	killed := false
	o.Progress = func(at Progress) {
		if event.Phases[at.Phase] == "measure" && !killed {
			killed = true
			h.running[0].Kill()
		}
	}
	report, err := Run(t.Context(), p, o)
	var failed *CellError
	if !errors.As(err, &failed) || failed.Repeat != 0 {
		t.Fatalf("error %v, want one of repeat 0", err)
	}
	for _, want := range []string{"server s-1: ", "ended by itself (signal: killed)", "ready for connections"} {
		if !strings.Contains(report.Cells[0].Reason, want) {
			t.Errorf("the reason lacks %q: %s", want, report.Cells[0].Reason)
		}
	}
	if second := report.Cells[1]; second.Status != complete || second.Data != dataFresh {
		t.Errorf("the second repeat is %s with data %s: %s", second.Status, second.Data, second.Reason)
	}
}

// TestServerDoesNotStart fails its cells and no others.
func TestServerDoesNotStart(t *testing.T) {
	p := serversPlan(func(p *plan.Plan) {
		p.Servers[0].Options = append(p.Servers[0].Options, plan.ServerOption{Name: "nonsense", Value: "1"})
	})
	o, _, _ := servedOptions(t, p)
	report, err := Run(t.Context(), p, o)
	if err == nil || !strings.Contains(err.Error(), "start server s-1") || !strings.Contains(err.Error(), "unknown variable 'nonsense=1'") {
		t.Errorf("error %v", err)
	}
	if report.Cells[0].Status != failedCell || report.Cells[1].Status != complete {
		t.Errorf("cells are %s and %s", report.Cells[0].Status, report.Cells[1].Status)
	}
}

// TestServerStartInterrupted: an interrupt while a server starts interrupts
// the run and leaves no server.
func TestServerStartInterrupted(t *testing.T) {
	p := serversPlan()
	o, _, h := servedOptions(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	launch := o.Launch
	o.Launch = func(ctx context.Context, i int) (Server, error) {
		time.AfterFunc(50*time.Millisecond, cancel)
		return launch(ctx, i)
	}
	report, err := Run(ctx, p, o)
	if !errors.Is(err, context.Canceled) || report.Cells[0].Status != interrupted || len(h.running) != 0 {
		t.Errorf("error %v, the cell is %s, %d servers run", err, report.Cells[0].Status, len(h.running))
	}
}
