// Command assay compiles benchmark specs into plans, runs them and reports
// what was archived. See README.md.
//
// This package holds flags, wiring, exit codes and printing; all logic lives
// in the packages it wires together.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// main is kept apart from run, which tests call: it alone ends the process.
func main() {
	ctx, quit := interruptible()
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	quit()
	os.Exit(code)
}

// interruptible gives a context that the first Ctrl-C or TERM, or the end of
// the terminal, cancels; the second quits at once, with what is on disk by
// then. Whoever started the command so that it outlives its terminal (nohup)
// has his way.
//
// That nobody reads what is printed any more ends no run: writing fails, and
// that is all.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	return ctx, cancel
}

// run is the whole command: it takes arguments and writers and returns the
// exit code, so that tests run it in-process.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	a := &app{out: stdout, err: stderr, args: args}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	a.complain(err)
	return exitCode(err)
}
