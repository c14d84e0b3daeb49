package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
)

// These tests hold examples/sysbench to sysbench itself: the packaged program
// and Assay do the same work on one server, whose general log and tables tell.
// What differs on purpose is listed in docs/sysbench.md.

// twins is a database for each of the two, and what they are told.
type twins struct {
	t                *testing.T
	server           *server.Server
	theirs, ours     string
	workload, events string
	options          []string // as "name=value", with the names of both
}

func newTwins(t *testing.T, s *server.Server, workload, events string, options ...string) *twins {
	return &twins{t, s, servertest.Database(t, s), servertest.Database(t, s), workload, events, options}
}

// sysbench runs a command of the real one.
func (w *twins) sysbench(command string) {
	w.t.Helper()
	args := []string{w.workload, "--mysql-socket=" + w.server.Socket, "--mysql-user=root", "--mysql-db=" + w.theirs,
		"--rand-seed=20", "--time=0", "--events=" + w.events}
	for _, o := range w.options {
		args = append(args, "--"+o)
	}
	if out, err := exec.Command("sysbench", append(args, command)...).CombinedOutput(); err != nil {
		w.t.Fatalf("this test needs sysbench 1.0 (make packages installs it): %v\n%s", err, out)
	}
}

// assay runs a command of ours.
func (w *twins) assay(command string, more ...string) {
	w.t.Helper()
	args := []string{command, "../../examples/sysbench", w.workload}
	for _, o := range append([]string{"mysql_socket=" + w.server.Socket, "mysql_user=root", "mysql_db=" + w.ours,
		"rand_seed=20", "time=0", "events=" + w.events}, w.options...) {
		name, value, _ := strings.Cut(o, "=")
		if word, isSwitch := switches[value]; isSwitch {
			value = word
		}
		args = append(args, "--var", strings.ReplaceAll(name, "-", "_")+"="+value)
	}
	if code, stdout, stderr := assay(w.t, append(args, more...)...); code != exitOK {
		w.t.Fatalf("assay %s: exit %d\n%s%s", command, code, stdout, stderr)
	}
}

var switches = map[string]string{"on": "true", "off": "false"}

// both asks the databases of both the same and insists on one answer.
func (w *twins) both(query string) {
	w.t.Helper()
	theirs := servertest.SQL(w.t, w.server, "USE "+w.theirs+"; "+query)
	ours := servertest.SQL(w.t, w.server, "USE "+w.ours+"; "+query)
	if ours != theirs {
		w.t.Errorf("%s\nsysbench: %s\nAssay:    %s", query, theirs, ours)
	}
}

// column is a column of all rows.
func (w *twins) column(database, name string) (values []float64) {
	for text := range strings.FieldsSeq(servertest.SQL(w.t, w.server, "SELECT "+name+" FROM "+database+".sbtest1")) {
		var x float64
		if _, err := fmt.Sscan(text, &x); err != nil {
			w.t.Fatal(err)
		}
		values = append(values, x)
	}
	return values
}

// Tables are made and filled alike.
func TestSysbenchPrepares(t *testing.T) {
	for _, options := range [][]string{
		{"tables=2"},
		{"auto_inc=off", "rand-type=uniform"},
		{"secondary=on", "rand-type=pareto"},
		{"create_secondary=off", "rand-type=gaussian"},
		{"mysql_storage_engine=MyISAM", "table_size=0"},
	} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			w := newTwins(t, private(t), "oltp_read_write", "1", append([]string{"table_size=3000"}, options...)...)
			w.sysbench("prepare")
			w.assay("prepare")
			w.both("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'sbtest%' ORDER BY 1")
			w.both("SHOW CREATE TABLE sbtest1")
			w.both("SELECT COUNT(*), MIN(id), MAX(id), MIN(k) >= 1, MAX(k) <= 3000 FROM sbtest1")
			for column, groups := range map[string]string{"c": "9", "pad": "4"} {
				w.both("SELECT COUNT(*) FROM sbtest1 WHERE " + column + " REGEXP '^([0-9]{11}-){" + groups + "}[0-9]{11}$'")
			}
			if theirs := w.column(w.theirs, "k"); len(theirs) > 0 {
				if p := kolmogorovSmirnov(theirs, w.column(w.ours, "k")); p < 1e-6 { // sysbench seeds this from the clock
					t.Errorf("the values of k are distributed differently: p = %g", p)
				}
			}
		})
	}
}

// Runs send the same statements in the same order, with parameters from the
// same distributions.
func TestSysbenchRuns(t *testing.T) {
	const all = "point_selects=3 simple_ranges=2 sum_ranges=0 order_ranges=3 distinct_ranges=2 index_updates=2 non_index_updates=3 delete_inserts=2"
	for _, test := range []struct{ workload, events, options string }{
		{"oltp_read_write", "2000", ""},
		{"oltp_read_write", "2000", all + " tables=3 table_size=2000 range_size=7 skip_trx=on rand-type=pareto db-ps-mode=disable"},
		{"oltp_read_only", "2000", "tables=2"},
		{"oltp_read_only", "2000", all + " range_selects=off rand-type=uniform"},
		{"oltp_write_only", "2000", ""},
		{"oltp_write_only", "2000", all + " tables=4 table_size=500 rand-type=gaussian rand-spec-iter=3"},
		{"oltp_point_select", "3000", ""},
		{"oltp_point_select", "3000", "point_selects=5 tables=5 rand-spec-pct=10 rand-spec-res=50 rand-spec-iter=2"},
		{"oltp_update_index", "2000", ""},
		{"oltp_update_index", "2000", "index_updates=3 tables=3 rand-type=pareto rand-pareto-h=0.1"},
		{"oltp_update_non_index", "2000", ""},
		{"oltp_update_non_index", "2000", "non_index_updates=2 tables=2 skip_trx=on db-ps-mode=disable"},
		{"oltp_delete", "3000", ""},
		{"oltp_delete", "3000", "tables=3 rand-type=uniform table_size=3000"},
		{"oltp_insert", "3000", ""},
		{"oltp_insert", "3000", "tables=3 auto_inc=off rand-type=gaussian"},
		{"select_random_points", "3000", "table_size=2000"},
		{"select_random_points", "3000", "table_size=2000 random_points=4 rand-type=uniform"},
		{"select_random_ranges", "2000", "table_size=2000"},
		{"select_random_ranges", "2000", "table_size=2000 number_of_ranges=3 delta=20 rand-type=pareto"},
	} {
		t.Run(test.workload+" "+test.options, func(t *testing.T) {
			s := private(t)
			w := newTwins(t, s, test.workload, test.events, append([]string{"table_size=1000"}, strings.Fields(test.options)...)...)
			log := logged(t, s)
			w.sysbench("prepare")
			theirs := log.during(func() { w.sysbench("run") })
			w.assay("prepare")
			ours := log.during(func() { w.assay("run", "--results", t.TempDir()) })
			w.sameStream(theirs, ours)
		})
	}
}

// sameStream compares what the two sent.
func (w *twins) sameStream(theirs, ours []statement) {
	events, _ := strconv.Atoi(w.events)
	size := len(theirs) / events
	if size == 0 || len(theirs) != size*events || len(theirs) != len(ours) {
		w.t.Fatalf("in %d events sysbench sent %d statements and Assay %d", events, len(theirs), len(ours))
	}
	for i := range theirs {
		if theirs[i].shape != ours[i].shape {
			w.t.Fatalf("statement %d of sysbench is %s, of Assay %s", i, theirs[i].shape, ours[i].shape)
		}
	}
	w.blocks("sysbench", theirs, size)
	w.blocks("Assay", ours, size)
	a, b := sampled(theirs, size), sampled(ours, size)
	for place, p := range a.compare(&b) {
		limit := 0.001
		if strings.HasPrefix(place, "INSERT") && strings.HasSuffix(place, "int 0") {
			limit = 1e-6 // unique ids, whose seed sysbench takes from the clock
		}
		if p <= limit {
			w.t.Errorf("%s: p = %g", place, p)
		}
	}
}

// blocks holds events to the rule that statements of one kind are about one
// table, and that an INSERT brings back the row just deleted.
func (w *twins) blocks(whose string, stream []statement, size int) {
	for event := range slices.Chunk(stream, size) {
		tables := map[string]int64{}
		for i, st := range event {
			if table, again := tables[st.shape]; again && table != st.table {
				w.t.Fatalf("%s goes from table %d to table %d with %s", whose, table, st.table, st.shape)
			}
			tables[st.shape] = st.table
			pair := i > 0 && strings.HasPrefix(event[i-1].shape, "DELETE") && strings.HasPrefix(st.shape, "INSERT")
			if pair && (event[i-1].table != st.table || event[i-1].ints[0] != st.ints[0]) {
				w.t.Fatalf("%s inserts another row than it has deleted", whose)
			}
		}
	}
}

// bulk_insert cuts its rows into the same statements.
func TestSysbenchBulkInsert(t *testing.T) {
	s := private(t)
	w := newTwins(t, s, "bulk_insert", "100000")
	log := logged(t, s)
	w.sysbench("prepare")
	theirs := log.during(func() { w.sysbench("run") })
	ours := log.during(func() { w.assay("run", "--results", t.TempDir(), "--keep") })
	w.both("SELECT COUNT(*), MIN(id), MAX(id), SUM(k = id) FROM sbtest1")
	w.both("SHOW CREATE TABLE sbtest1")
	if len(theirs) < 3 {
		t.Fatalf("sysbench sent %d statements", len(theirs))
	}
	if !slices.EqualFunc(theirs, ours, func(a, b statement) bool { return a.shape == b.shape && slices.Equal(a.ints, b.ints) }) {
		t.Errorf("sysbench sent %d statements of %d numbers in the first, Assay %d of %d", len(theirs), len(theirs[0].ints), len(ours), len(ours[0].ints))
	}
}
