package driver

import "context"

// Tables is what a driver offers besides Driver if its server tells how large
// tables are and how they are stored.
type Tables interface {
	// TableFacts tells of those of the named tables that the server knows. The
	// name of each fact begins with "table.NAME.". Errors are *Error.
	TableFacts(ctx context.Context, names []string) ([]Fact, error)
}
