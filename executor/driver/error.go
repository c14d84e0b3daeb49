package driver

import "fmt"

// Class is what an error means for the session and the transaction.
type Class uint8

// The classes.
const (
	// Failed: the statement failed and the session goes on. Whether it is
	// retried or ignored is decided by code.
	Failed Class = iota
	// Lost: there is no session, or no more; a new one may succeed, at once
	// or later. Open returns it for a server that is down or full (MySQL's
	// 1040, too many connections), Execute for a connection that broke.
	Lost
	// Refused: no session can be had for a reason that waiting does not cure
	// (wrong password, unknown database, a session setting that fails).
	Refused
	// Interrupted: Interrupt ended the statement.
	Interrupted
)

// Error is a failure that a database or its connection reported.
type Error struct {
	Class   Class
	Code    int    // the server's number; for the driver's own failures see the Code constants
	State   string // SQLSTATE, if any
	Message string // as the server wrote it, without secrets
}

// Codes for failures that no server numbered, as MySQL clients number them.
const (
	CodeValue   = 2000 // a value of the answer does not fit the kind wanted
	CodeConnect = 2002 // cannot connect
	CodeGone    = 2006 // session gone
	CodeLost    = 2013 // lost during a statement
	CodeArgs    = 2034 // the number of arguments is not that of the placeholders
)

// WrongArguments is the failure of a statement that was given another number
// of arguments than it has placeholders.
func WrongArguments(want, got int) *Error {
	return &Error{Code: CodeArgs, Message: fmt.Sprintf("the statement takes %d arguments and was given %d", want, got)}
}

// TooFewColumns is the failure of a query whose answer has fewer columns than
// are to be read of it.
func TooFewColumns(have, want int) *Error {
	return &Error{Code: CodeValue, Message: fmt.Sprintf("the answer has %d columns where the query reads %d", have, want)}
}

// Error is one sentence without its full stop: the number, and what the server
// wrote.
func (e *Error) Error() string {
	if e.Code == 0 {
		return e.Message // of a probe, whose failures nobody has numbered
	}
	if e.State != "" {
		return fmt.Sprintf("error %d (%s): %s", e.Code, e.State, e.Message)
	}
	return fmt.Sprintf("error %d: %s", e.Code, e.Message)
}
