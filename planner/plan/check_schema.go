package plan

import "fmt"

// checkSchema checks each table with all others in sight: DDL may refer to them.
func checkSchema(s *Schema) error {
	for i := range s.Tables {
		if err := checkTable(s, &s.Tables[i]); err != nil {
			return fmt.Errorf("table %q: %w", s.Tables[i].Name, err)
		}
	}
	return nil
}

// checkTable checks how one table is made and filled. A plan does not say how
// many draw sites a column has, so their bound is the largest that a mix may have.
func checkTable(s *Schema, t *Table) error {
	if len(t.Quote) != 1 {
		return fmt.Errorf("the quote %q is not one character", t.Quote)
	}
	err := first(
		within("copies", t.Copies, 0, maxCount),
		within("rows", t.Rows, 0, maxRows),
		within("row_size", t.RowSize, 0, maxBytes),
	)
	if err != nil {
		return err
	}
	// The statements are made before the run, one a copy: nothing is drawn.
	ddl := &scope{tables: s.Tables, copy: true}
	for _, template := range append([]Template{t.Create, t.Analyze, t.Insert}, t.After...) {
		if err := ddl.template(&template); err != nil {
			return err
		}
	}
	for i := range t.Columns {
		column := &scope{facts: true, draws: true, row: true, copy: true, sites: maxCount}
		if err := column.tree(&t.Columns[i].Value); err != nil {
			return fmt.Errorf("column %q: %w", t.Columns[i].Name, err)
		}
	}
	return nil
}
