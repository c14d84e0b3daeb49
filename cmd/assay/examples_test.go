package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
)

var update = flag.Bool("update", false, "write the golden plans of the examples anew")

// sample is an example with what makes it small enough for a test.
type sample struct {
	spec, experiment string
	small            []string
}

var samples = []sample{
	{"quickstart.hcl", "quickstart", []string{"rows=500", "duration=200ms"}},
	{"arrivals.hcl", "arrivals", []string{"rows=500", "duration=300ms"}},
	{"stages.hcl", "day", []string{"rows=500", "unit=1"}},
	{"pools.hcl", "pools", []string{"rows=500", "duration=300ms", "idle=3"}},
	{"tpcc.hcl", "tpcc", []string{"customers=30", "items=200", "duration=400ms", "warmup=0s"}},
	{"linkbench.hcl", "linkbench", []string{"nodes=500", "duration=300ms", "warmup=0s"}},
	{"ycsb", "a", ycsb}, {"ycsb", "b", ycsb}, {"ycsb", "c", ycsb},
	{"ycsb", "d", ycsb}, {"ycsb", "e", ycsb}, {"ycsb", "f", ycsb},

	{"sysbench", "bulk_insert", []string{"events=60000", "threads=2"}},
	{"sysbench", "oltp_delete", oltp}, {"sysbench", "oltp_insert", oltp},
	{"sysbench", "oltp_point_select", oltp}, {"sysbench", "oltp_read_only", oltp},
	{"sysbench", "oltp_read_write", oltp}, {"sysbench", "oltp_write_only", oltp},
	{"sysbench", "oltp_update_index", oltp}, {"sysbench", "oltp_update_non_index", oltp},
	{"sysbench", "select_random_points", oltp}, {"sysbench", "select_random_ranges", oltp},

	{"sysbench-0.4", "simple", oltp04}, {"sysbench-0.4", "complex", oltp04}, {"sysbench-0.4", "nontrx", oltp04},
}

var (
	oltp   = []string{"table_size=300", "tables=2", "threads=2", "events=200"}
	oltp04 = []string{"oltp_table_size=300", "oltp_num_tables=2", "num_threads=2", "max_requests=200"}
)

var ycsb = []string{"rows=300", "duration=200ms", "warmup=0s"}

// engines needs a server with two engines.
var engines = sample{"engines.hcl", "engines", []string{"rows=500", "duration=200ms", "warmup=0s", "p99_limit=1h"}}

// probeSamples need no database.
var probeSamples = []sample{
	{"probes.hcl", "cpu", short}, {"probes.hcl", "memory", short}, {"probes.hcl", "threads", short}, {"probes.hcl", "mutex", nil},
	{"probes.hcl", "fsync", []string{"duration=50ms", "directory=/tmp"}}, {"probes.hcl", "network", short}, {"probes.hcl", "clock", short},
	{"disk.hcl", "pages", []string{"duration=100ms", "size=4MiB", "directory=/tmp"}}, {"disk.hcl", "commit", []string{"duration=100ms", "directory=/tmp"}},
}

// paperSamples are published probes that are small enough for a test; all
// others are planned.
var paperSamples = []sample{
	{"papers/minervadb-probes-2018.hcl", "threads", short},
	{"papers/minervadb-probes-2018.hcl", "fileio", []string{"duration=50ms", "size=4MiB", "directory=/tmp"}},
	{"papers/minervadb-mysql57-probes-2018.hcl", "memory", short},
	{"papers/minervadb-mysql57-probes-2018.hcl", "fileio", []string{"duration=50ms", "size=4MiB", "directory=/tmp"}},
}

var largePapers = []sample{
	{"papers/minervadb-probes-2018.hcl", "cpu", nil}, {"papers/minervadb-probes-2018.hcl", "mutex", nil},
	{"papers/minervadb-probes-2018.hcl", "memory", nil}, {"papers/minervadb-mysql57-probes-2018.hcl", "cpu", nil},
}

// golden is the file of the sample's plan.
func (s *sample) golden() string {
	name := s.experiment
	if dir, file := filepath.Split(s.spec); dir != "" {
		name = strings.TrimSuffix(file, ".hcl") + "-" + name
	}
	return filepath.Join("testdata/plans", name+".json")
}

var short = []string{"duration=50ms"}

// servers starts its own.
var servers = sample{"servers.hcl", "servers", []string{"rows=500", "duration=200ms", "warmup=0s", "threads=2"}}

// procedure needs a stored procedure.
var procedure = sample{"sysbench-0.4", "sp", []string{"max_requests=20"}}

// assay runs the command in-process and gives what it printed.
func assay(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(context.Background(), args, &out, &err)
	return code, out.String(), err.String()
}

// args are those of `assay verb` for the sample.
func (s *sample) args(verb string, vars []string, more ...string) []string {
	args := []string{verb, filepath.Join("../../examples", s.spec), s.experiment}
	for _, v := range vars {
		args = append(args, "--var", v)
	}
	return append(args, more...)
}

// TestGoldenPlans holds each example to the plan that was reviewed.
func TestGoldenPlans(t *testing.T) {
	for _, s := range slices.Concat(samples, probeSamples, paperSamples, largePapers, []sample{engines, procedure, servers}) {
		t.Run(s.experiment, func(t *testing.T) {
			args := s.args("plan", nil, "--json")
			if strings.HasPrefix(s.spec, "sysbench") { // which is about MySQL
				args = append(args, "--var", "db_driver=mysql")
			}
			code, got, stderr := assay(t, args...)
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			file := s.golden()
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the plan differs from %s; see the difference with -update and git diff", file)
			}
		})
	}
}

// TestExamplesOnSQLite runs every example that needs no server, and checks
// what it archived.
func TestExamplesOnSQLite(t *testing.T) {
	for _, s := range samples {
		t.Run(s.experiment, func(t *testing.T) { s.run(t) })
	}
}

// TestProbes runs the examples of probes.
func TestProbes(t *testing.T) {
	for _, s := range append(probeSamples, paperSamples...) {
		t.Run(s.spec+"/"+s.experiment, func(t *testing.T) { s.run(t) })
	}
}

// TestExamplesOnMariaDB runs every example on a real server.
func TestExamplesOnMariaDB(t *testing.T) {
	for _, s := range append(samples, engines) {
		t.Run(s.experiment, func(t *testing.T) { s.run(t, "--target", mariadb(t)) })
	}
}

// TestProcedureOnMariaDB runs the one example that calls a procedure.
func TestProcedureOnMariaDB(t *testing.T) {
	s := private(t)
	database := servertest.Database(t, s)
	servertest.SQL(t, s, "CREATE PROCEDURE "+database+".sbtest(IN thread INT, IN threads INT) SELECT thread, threads")
	procedure.run(t, "--target", address(s, database))
}

// run runs a sample small and checks its archive.
func (s *sample) run(t *testing.T, more ...string) {
	results := t.TempDir()
	code, stdout, stderr := assay(t, s.args("run", s.small, append(more, "--results", results)...)...)
	if code != exitOK {
		t.Fatalf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	if !strings.Contains(stdout, "complete") {
		t.Errorf("the summary does not say complete:\n%s", stdout)
	}
	if code, stdout, _ := assay(t, "archive", "check", "--results", results); code != exitOK {
		t.Errorf("archive check: exit %d\n%s", code, stdout)
	}
}

// mariadb is a --target on a private server, with a database of its own.
func mariadb(t *testing.T) string {
	s := private(t)
	return address(s, servertest.Database(t, s))
}

// private is the server of this package's tests.
func private(t *testing.T) *server.Server {
	return servertest.MariaDB(t, servertest.Plugin("ha_rocksdb"), servertest.TCP())
}

// address is a database as --target has it.
func address(s *server.Server, database string) string {
	return fmt.Sprintf("mariadb://root@/%s?socket=%s", database, s.Socket)
}
