package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// The exit codes. Of several that are deserved the first of these is given:
// interrupted, failed, broken, usage.
const (
	exitOK          = 0
	exitUsage       = 1 // the spec, the plan or the command line is wrong
	exitFailed      = 2 // a run failed
	exitBroken      = 3 // an assertion did not hold
	exitInterrupted = 130
)

// exitError is an error that decides the exit code. Errors without one are
// usage errors.
type exitError struct {
	code int
	err  error // nil: everything has been said
}

// Error is what is told on stderr; complain leaves out one that has no more to
// say.
func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// failed makes err a failure of a run rather than of its author.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitFailed, err: err}
}

// distinct joins errors but for those that one before them tells already: a
// full disk stops everything that is written to it.
func distinct(errs ...error) error {
	var kept []error
	for _, err := range errs {
		told := func(e error) bool { return strings.Contains(e.Error(), err.Error()) }
		if err != nil && !slices.ContainsFunc(kept, told) {
			kept = append(kept, err)
		}
	}
	return errors.Join(kept...)
}

// silent ends the command with a code after everything has been printed.
func silent(code int) error { return &exitError{code: code} }

// exitCode is the exit code that err stands for.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		return e.code
	}
	return exitUsage
}

// complain prints err unless it has been told already, or is that nobody reads
// on, as behind a pipe into head.
func (a *app) complain(err error) {
	var e *exitError
	if err == nil || errors.As(err, &e) && e.err == nil || errors.Is(err, syscall.EPIPE) {
		return
	}
	fmt.Fprintf(a.err, "assay: %v\n", err)
}
