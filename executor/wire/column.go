package wire

import "slices"

// column is what a definition says of how values are written.
type column struct {
	kind     byte // the protocol's type
	unsigned bool
	decimals byte // digits of a second's fraction; 31 where it has no meaning
}

// preparedHead takes the numbers of a statement that has been prepared.
func (a *Answer) preparedHead(p []byte) error {
	c := cursor{rest: p}
	mark := c.byte()
	st := a.prepared
	st.id = c.uint32()
	count, args := int(c.uint16()), int(c.uint16())
	if c.short || mark != markOK {
		return &MalformedError{"a prepared statement without a number"}
	}
	st.params, st.types = args, nil
	st.columns = make([]column, count)
	if a.left = args; args == 0 {
		return a.beginColumns()
	}
	a.state = params
	return nil
}

// skipToColumns goes on when the last argument has been defined.
func (a *Answer) skipToColumns() error {
	switch {
	case a.left > 0:
	case a.DeprecateEOF:
		return a.beginColumns()
	default:
		a.state = paramsEnd
	}
	return nil
}

// beginColumns is for the columns of a statement that is being prepared.
func (a *Answer) beginColumns() error {
	a.columns = a.prepared.columns
	if a.left = len(a.columns); a.left == 0 {
		a.state = finished
		return nil
	}
	a.state = definitions
	return nil
}

// expectColumns is for those of a result. A server that keeps the definitions
// to itself means those that it sent last: when the statement was prepared, or
// was executed, since of an INSERT … RETURNING it tells them only then.
func (a *Answer) expectColumns(count int, follow bool) error {
	keeper := &a.scratch
	if a.prepared != nil && a.first { // a call's further results always tell
		keeper = &a.prepared.columns
	}
	if !follow {
		if a.prepared == nil || !a.first || len(*keeper) != count {
			return &MalformedError{"a result whose columns are not defined"}
		}
		a.columns = *keeper
		a.endsDefinitions()
		return nil
	}
	*keeper = slices.Grow((*keeper)[:0], count)[:count]
	a.columns, a.left, a.state = *keeper, count, definitions
	return nil
}

// looked is how many of the columns are of interest: those that are read, and
// all that a statement keeps, since the server may not tell again.
func (a *Answer) looked() int {
	if a.prepared != nil {
		return len(a.columns)
	}
	return min(len(a.reads), len(a.columns))
}

// definition takes the definition of a column; nil is one of no interest.
func (a *Answer) definition(p []byte) error {
	if p != nil {
		c := cursor{rest: p}
		for range 6 { // catalogue, schema, table and column by two names each
			c.text()
		}
		c.take(1 + 2 + 4) // what follows has 12 bytes; character set, length
		of := column{kind: c.byte(), unsigned: c.uint16()&(1<<5) != 0, decimals: c.byte()}
		if c.short {
			return &MalformedError{"a definition of a column that is too short"}
		}
		a.columns[len(a.columns)-a.left] = of
	}
	if a.left--; a.left == 0 {
		a.endsDefinitions()
	}
	return nil
}

// endsDefinitions goes on to the rows or, of a statement that is being
// prepared, to the end.
func (a *Answer) endsDefinitions() {
	switch {
	case !a.DeprecateEOF:
		a.state = definitionsEnd
	case a.res == nil:
		a.state = finished
	default:
		a.state = rows
	}
}

// endDefinitions takes the EOF packet after definitions.
func (a *Answer) endDefinitions(p []byte) error {
	if p[0] != markEOF || len(p) >= 9 {
		return &MalformedError{"definitions without an end"}
	}
	switch {
	case a.state == paramsEnd:
		return a.beginColumns()
	case a.res == nil:
		a.state = finished
	default:
		a.state = rows
	}
	return nil
}
