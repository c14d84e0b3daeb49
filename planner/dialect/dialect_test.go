package dialect_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/executor/sqlite"
	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

func TestMain(m *testing.M) { os.Exit(servertest.Run(m)) }

// run executes one statement and gives the first column of its first row.
type run func(sql string) string

// onSQLite runs statements in a private database.
func onSQLite(t *testing.T) run {
	d, err := sqlite.Open(t.Context(), &plan.Target{}, driver.Endpoint{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	conn, err := d.Open(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return func(sql string) string {
		var res driver.Result
		res.Reset()
		if err := conn.Execute(&driver.Statement{ID: -1, SQL: sql, Reads: []expr.Kind{expr.String}}, nil, &res); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if len(res.Row) == 0 {
			return ""
		}
		return string(res.Row[0].Text)
	}
}

// onMariaDB runs statements in a database of a private server.
func onMariaDB(t *testing.T) run {
	s := servertest.MariaDB(t)
	name := servertest.Database(t, s)
	return func(sql string) string {
		first, _, _ := strings.Cut(servertest.SQL(t, s, "USE "+name+"; "+sql), "\n")
		return first
	}
}

// sql writes a template out for one copy of a table.
func sql(t *testing.T, template plan.Template, table *plan.Table, number int64) string {
	t.Helper()
	var out []byte
	env := &expr.Env{Copy: number}
	for i, part := range template.Parts {
		out = append(out, part...)
		if i == len(template.Holes) {
			break
		}
		h := template.Holes[i]
		v, err := h.Value.Eval(env)
		if err != nil {
			t.Fatal(err)
		}
		if h.Table < 0 {
			out = v.Append(out)
		} else {
			out = table.AppendName(out, v.Int)
		}
	}
	return string(out)
}

func column(t *testing.T, d *dialect.Dialect, name, typed string) dialect.Column {
	t.Helper()
	known, ok := d.Type(typed)
	if !ok {
		t.Fatalf("%s: type %q is not known", d.Name, typed)
	}
	return dialect.Column{Name: name, Type: known}
}

// sample has an id, odd names, defaults, and indexes of all kinds.
func sample(t *testing.T, d *dialect.Dialect, copies int64) *dialect.Table {
	id := column(t, d, "id", "int unsigned")
	id.AutoIncrement = true
	group := column(t, d, "group", "varchar(20) character set latin1")
	group.Null = true
	price := column(t, d, "price", "decimal(8,2) unsigned")
	price.Default = d.Text(`0.5`)
	note := column(t, d, "no`te", "enum('it''s','(x)')")
	note.Default = d.Text("it's")
	return &dialect.Table{
		Name: "order", Copies: copies, Columns: []dialect.Column{id, group, price, note},
		PrimaryKey: []dialect.Key{{Column: "id"}}, Engine: "InnoDB", Charset: "utf8mb4", Collation: "utf8mb4_bin",
		Indexes: []dialect.Index{
			{Name: "with", Columns: []dialect.Key{{Column: "group", Prefix: 5}, {Column: "price", Desc: true}}},
			{Name: "after", Columns: []dialect.Key{{Column: "price"}}, After: true, Shared: true},
			{Name: "both", Columns: []dialect.Key{{Column: "group"}, {Column: "id"}}, Unique: true},
		},
	}
}

// The statements about a table do in the databases what they say.
func TestTable(t *testing.T) {
	for _, test := range []struct {
		dialect string
		open    func(*testing.T) run
		indexes string // how many indexes the copies have, primary keys left out
	}{
		{"sqlite", onSQLite, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"},
		{"mariadb", onMariaDB, "SELECT COUNT(DISTINCT table_name, index_name) FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY'"},
	} {
		for _, copies := range []int64{0, 2} {
			t.Run(test.dialect, func(t *testing.T) {
				d := dialect.Find(test.dialect)
				declared := sample(t, d, copies)
				table := &plan.Table{Name: declared.Name, Copies: copies, Quote: d.Plan().Quote}
				run := test.open(t)
				for i := range table.Count() {
					run(sql(t, d.Create(declared), table, i))
					run(sql(t, d.Insert(declared, []string{"id", "group"}), table, i) + "(4000000000, 'a'), (7, NULL)")
					for _, after := range d.After(declared) {
						run(sql(t, after, table, i))
					}
					run(sql(t, d.Analyze(declared), table, i))
					quoted := string(table.AppendName(nil, i))
					if got := run("SELECT " + d.Quote("no`te") + " FROM " + quoted + " WHERE id = 4000000000"); got != "it's" {
						t.Errorf("the default is %q", got)
					}
				}
				if got, want := run(test.indexes), []string{"3", "", "6"}[copies]; got != want {
					t.Errorf("%s indexes, want %s", got, want)
				}
			})
		}
	}
}

// The ledger's statements keep, replace, list and forget rows.
func TestLedger(t *testing.T) {
	for name, open := range map[string]func(*testing.T) run{"sqlite": onSQLite, "mariadb": onMariaDB} {
		t.Run(name, func(t *testing.T) {
			p, run := dialect.Find(name).Plan(), open(t)
			with := func(sql string, values ...string) string {
				for _, v := range values {
					sql = strings.Replace(sql, "?", v, 1)
				}
				return run(sql)
			}
			if got := with(p.TableExists, "'"+dialect.Ledger+"'"); got != "" {
				t.Fatalf("the ledger exists before it is made: %q", got)
			}
			run(p.CreateLedger)
			run(p.CreateLedger)
			if got := with(p.TableExists, "'"+dialect.Ledger+"'"); got != "1" {
				t.Fatalf("the ledger was not made: %q", got)
			}
			with(p.WriteLedger, "'t1'", "'old'", "'18446744073709551615'", "10", "'loading'", "''")
			with(p.WriteLedger, "'t1'", "'new'", "'18446744073709551615'", "10", "'loaded'", "''")
			with(p.WriteLedger, "'t0'", "'other'", "1", "5", "'loaded'", "''")
			if got, _, _ := strings.Cut(with(p.ReadLedger, "'t1'"), "\t"); got != "new" {
				t.Errorf("the digest is %q", got)
			}
			if got := run("SELECT seed FROM assay_tables WHERE name = 't1'"); got != "18446744073709551615" {
				t.Errorf("the seed is %q", got)
			}
			if got := run(p.ListLedger); got != "t0" {
				t.Errorf("the first table is %q", got)
			}
			with(p.ForgetLedger, "'t1'")
			if got := with(p.ReadLedger, "'t1'"); got != "" {
				t.Errorf("it still has %q", got)
			}
		})
	}
}

// Transactions of every kind begin and end.
func TestBegin(t *testing.T) {
	for name, open := range map[string]func(*testing.T) run{"sqlite": onSQLite, "mariadb": onMariaDB} {
		t.Run(name, func(t *testing.T) {
			d, run := dialect.Find(name), open(t)
			for _, isolation := range append([]string{""}, dialect.Isolations...) {
				for _, readOnly := range []bool{false, true} {
					for _, end := range []string{dialect.Commit, dialect.Rollback} {
						run(strings.Join(append(d.Begin(isolation, readOnly, !readOnly), "SELECT 1", end), "; "))
					}
				}
			}
		})
	}
}
