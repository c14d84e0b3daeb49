// Package drivertest is the conformance suite of the drivers: what the
// executor counts on, checked the same way against each database.
//
// It is for tests only. A driver's own tests call Run with a Harness, and add
// what only their database can do.
package drivertest

import (
	"context"
	"errors"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// Harness is what the suite has to know about a database.
type Harness struct {
	// Open gives a driver on an empty database, with the session settings
	// given and at least those; it is closed at the end of t.
	Open func(t *testing.T, session []plan.Setting) driver.Driver
	// Types are the column types that hold the kinds without loss.
	Types map[expr.Kind]string
	// Modes are further session settings under which values must survive.
	Modes map[string][]plan.Setting
	// Setting is a session setting, and the text that Probe reads afterwards.
	Setting plan.Setting
	Probe   string
	Want    string
	// Syntax, Duplicate and NoTable are the codes of those errors.
	Syntax, Duplicate, NoTable int
	// Stuck is a statement that runs for at least a minute.
	Stuck string
	// Packed tells that answers are compressed: fewer bytes may arrive than
	// their values have.
	Packed bool
}

// Run checks the driver that h opens.
func Run(t *testing.T, h Harness) {
	t.Run("Kinds", func(t *testing.T) { testKinds(t, &h) })
	t.Run("Reads", func(t *testing.T) { testReads(t, &h) })
	t.Run("Misfits", func(t *testing.T) { testMisfits(t, &h) })
	t.Run("Values", func(t *testing.T) { testValues(t, &h) })
	t.Run("Failures", func(t *testing.T) { testFailures(t, &h) })
	t.Run("Arguments", func(t *testing.T) { testArguments(t, &h) })
	t.Run("Interrupt", func(t *testing.T) { testInterrupt(t, &h) })
	t.Run("Closed", func(t *testing.T) { TestClosed(t, h.Open(t, nil)) })
	t.Run("ManyStatements", func(t *testing.T) { testManyStatements(t, &h) })
	t.Run("Settings", func(t *testing.T) { testSettings(t, &h) })
	t.Run("Facts", func(t *testing.T) { testFacts(t, &h) })
}

// Connect opens session n of db and closes it at the end of t.
func Connect(t testing.TB, db driver.Driver, n int) driver.Conn {
	t.Helper()
	conn, err := db.Open(context.Background(), n)
	if err != nil {
		t.Fatalf("opening session %d: %v", n, err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Exec executes one text with arguments, prepared or not, and wants success.
// The result's Row is valid until conn's next statement.
func Exec(t testing.TB, conn driver.Conn, st driver.Statement, args ...expr.Value) driver.Result {
	t.Helper()
	var res driver.Result
	if err := conn.Execute(&st, args, &res); err != nil {
		t.Fatalf("%s: %v", st.SQL, err)
	}
	return res
}

// Text is a statement that no session keeps.
func Text(sql string, reads ...expr.Kind) driver.Statement {
	return driver.Statement{ID: -1, SQL: sql, Reads: reads}
}

// Failure executes st and wants an error, which it returns.
func Failure(t testing.TB, conn driver.Conn, st driver.Statement, args ...expr.Value) *driver.Error {
	t.Helper()
	var res driver.Result
	err := conn.Execute(&st, args, &res)
	return AsError(t, st.SQL, err)
}

// AsError wants err, of doing what, to be a *driver.Error.
func AsError(t testing.TB, what string, err error) *driver.Error {
	t.Helper()
	var failed *driver.Error
	if !errors.As(err, &failed) {
		t.Fatalf("%s: error %v (%T), want a *driver.Error", what, err, err)
	}
	return failed
}
