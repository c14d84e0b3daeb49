package interop

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// duckdb opens a database in memory whose relative paths are those of a directory.
func duckdb(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	// A setting of the session, so there may be one only.
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(fmt.Sprintf("SET file_search_path = '%s'; SET threads = 2", dir)); err != nil {
		t.Fatal(err)
	}
	return db
}

// query returns the rows of a query as maps of columns.
func query(t *testing.T, db *sql.DB, text string) []map[string]any {
	t.Helper()
	rows, err := db.Query(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for rows.Next() {
		row, values, places := map[string]any{}, make([]any, len(names)), make([]any, len(names))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			row[name] = values[i]
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// fromDuckDB finds the figures with two queries, which join the cells for
// their factors.
func fromDuckDB(t *testing.T, dir string) figures {
	db := duckdb(t, dir)
	var factors []string
	for _, c := range query(t, db, "SELECT column_name FROM (DESCRIBE FROM 'cells.parquet') WHERE column_name LIKE 'factor_%' ORDER BY 1") {
		name := c["column_name"].(string)
		factors = append(factors, fmt.Sprintf("'%s=' || %s", strings.TrimPrefix(name, "factor_"), name))
	}
	all := figures{}
	for table, q := range map[string]struct{ statement, time, kept string }{
		"events":     {"''", "wait_ns + service_ns", "outcome = 'ok'"},
		"statements": {"statement", "service_ns", "error_code = 0 AND kind <> 'connect'"},
	} {
		for _, r := range query(t, db, fmt.Sprintf(`
			SELECT cell, repeat, concat_ws(' ', %s) AS factors, load, transaction, %s AS label, count(*) AS n,
				quantile_disc(%s, [0, 0.5, 0.9, 0.99, 0.999, 1]) AS times
			FROM '%s/**/*.parquet' JOIN 'cells.parquet' USING (cell, repeat)
			WHERE phase = 'measure' AND %s
			GROUP BY ALL`, strings.Join(factors, ", "), q.statement, q.time, table, q.kept)) {
			row := []int64{r["n"].(int64)}
			for _, ns := range r["times"].([]any) {
				row = append(row, ns.(int64))
			}
			cell, repeat := int(r["cell"].(int64)), int(r["repeat"].(int64))
			all[key(cell, repeat, r["factors"].(string), r["load"].(string), r["transaction"].(string), r["label"].(string))] = row
		}
	}
	return all
}

// TestDuckDBTypes holds that units, instants and nulls arrive as what they are.
func TestDuckDBTypes(t *testing.T) {
	db := duckdb(t, runs["golden"])
	for column, want := range map[string]string{
		"start": "TIMESTAMP WITH TIME ZONE", "factor_threads": "BIGINT", "factor_place": "VARCHAR", "seed": "UBIGINT", "events": "BIGINT",
	} {
		got := query(t, db, fmt.Sprintf("SELECT column_type FROM (DESCRIBE FROM 'cells.parquet') WHERE column_name = '%s'", column))
		if len(got) != 1 || got[0]["column_type"] != want {
			t.Errorf("column %s is %v, want %s", column, got, want)
		}
	}
	got := query(t, db, `SELECT count(*) FILTER (stage IS NULL) AS nulls, count(*) AS n,
		count(*) FILTER (load IS NULL) = count(*) FILTER (phase = 'load') AS loading FROM 'events/**/*.parquet'`)[0]
	if got["nulls"] != got["n"] || got["loading"] != true {
		t.Errorf("nulls %v", got)
	}
	footer := query(t, db, "SELECT decode(value) AS value FROM parquet_kv_metadata('cells.parquet') WHERE decode(key) = 'assay.schema_version'")
	if len(footer) != 1 || footer[0]["value"] != "1" {
		t.Errorf("footer %v", footer)
	}
}
