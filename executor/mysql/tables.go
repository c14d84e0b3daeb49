package mysql

import (
	"context"
	"slices"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
)

// tableStatus is what the server tells of a table. Rows and lengths are its
// estimates, from the statistics that ANALYZE makes.
var tableStatus = []string{"engine", "row_format", "table_rows", "avg_row_length", "data_length", "index_length", "data_free", "auto_increment", "table_collation"}

// freshStatus has MySQL look, where it would else tell what it remembers of the
// last day. MariaDB, which remembers nothing, takes it for a comment.
const freshStatus = "/*!80000 SET SESSION information_schema_stats_expiry = 0 */"

// TableFacts implements driver.Tables. All hosts of a target are ways into one
// database, so the first is asked.
func (db *database) TableFacts(ctx context.Context, names []string) ([]driver.Fact, error) {
	s, err := db.connect(ctx, 0)
	if err != nil {
		return nil, db.openFailure(err, 0)
	}
	defer s.Close()
	sql := "SELECT table_name"
	for _, column := range tableStatus {
		sql += ", CAST(" + column + " AS CHAR)"
	}
	if _, err := s.conn.Exec(freshStatus, nil); err != nil {
		return nil, s.failure(err)
	}
	var facts []driver.Fact
	err = s.ask(sql+" FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name", func(row []sqldriver.Value) {
		name := text(row[0])
		if !slices.Contains(names, name) {
			return
		}
		for i, column := range tableStatus {
			if row[i+1] != nil {
				facts = append(facts, driver.Fact{Name: "table." + name + "." + column, Value: text(row[i+1])})
			}
		}
	})
	if err != nil {
		return nil, s.failure(err)
	}
	return facts, nil
}
