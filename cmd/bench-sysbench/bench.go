package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/assay-bench/assay/executor/server"
)

// settings are the server's: what is compared is clients, so the server is not
// to wait for its disk.
var settings = []string{
	"innodb_buffer_pool_size=1G", "innodb_log_file_size=512M", "innodb_flush_log_at_trx_commit=0", "sync_binlog=0",
	"innodb_buffer_pool_dump_at_shutdown=OFF", "performance_schema=OFF", "max_connections=600",
}

// database holds the tables, which Assay makes and both use.
const database = "sbtest"

// bench is what the cells have in common: a server with tables, and the program.
type bench struct {
	options
	log      io.Writer
	server   *server.Server
	password string
	dir      string         // temporary: the program, and its archives
	starting map[string]cpu // what starting and ending a program costs, by program and cell
}

// open starts the server, with more settings if any, and builds the program.
func open(ctx context.Context, o options, log io.Writer, more ...string) (*bench, error) {
	b := &bench{options: o, log: log, starting: map[string]cpu{}}
	var err error
	if b.dir, err = os.MkdirTemp("", "bench-sysbench-"); err != nil {
		return nil, err
	}
	if err = b.start(ctx, slices.Concat(settings, more)); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// start starts the server, with a password, as it listens on a port too.
func (b *bench) start(ctx context.Context, settings []string) (err error) {
	b.password = strconv.FormatInt(time.Now().UnixNano(), 36) // of a server that lives as long as this
	b.server, err = server.Start(ctx, server.Options{Settings: settings, Databases: []string{database}, Port: server.AnyPort, Password: b.password})
	if err != nil {
		return err
	}
	return b.build(ctx)
}

// build makes the program, unless one is given.
func (b *bench) build(ctx context.Context) error {
	if b.program != "" {
		return nil
	}
	b.program = filepath.Join(b.dir, "assay")
	build := exec.CommandContext(ctx, "go", "build", "-o", b.program, "./cmd/assay")
	build.Stderr = b.log
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build ./cmd/assay (this command runs at the top of the repository): %w", err)
	}
	return nil
}

// prepare makes the tables.
func (b *bench) prepare(ctx context.Context) error {
	_, _, err := b.execute(ctx, b.assayCommand(ctx, "prepare", all()[0]))
	return err
}

// close stops the server and removes what was made.
func (b *bench) close() {
	if b.server != nil {
		if err := b.server.Stop(); err != nil {
			fmt.Fprintln(b.log, err)
		}
	}
	os.RemoveAll(b.dir)
}

// assayCommand is a command line of Assay for a cell.
func (b *bench) assayCommand(ctx context.Context, verb string, c cell, more ...string) *exec.Cmd {
	place := "mariadb://root@/" + database + "?socket=" + url.QueryEscape(b.server.Socket)
	if c.transport == "tcp" {
		place = fmt.Sprintf("mariadb://root@127.0.0.1:%d/%s", b.server.Port, database)
	}
	args := []string{
		verb, "examples/sysbench", "oltp_" + c.test, "--target", place, "--results", filepath.Join(b.dir, "results"), "--log-level", "warn",
		"--var", "tables=" + strconv.Itoa(b.tables), "--var", "table_size=" + strconv.Itoa(b.rows), "--var", "threads=" + strconv.Itoa(c.workers),
	}
	command := exec.CommandContext(ctx, b.program, append(args, more...)...)
	command.Env = append(os.Environ(), "ASSAY_PASSWORD="+b.password)
	return command
}

// sysbenchCommand is a command line of sysbench for a cell.
func (b *bench) sysbenchCommand(ctx context.Context, verb string, c cell, more ...string) *exec.Cmd {
	args := []string{
		"oltp_" + c.test, "--mysql-user=root", "--mysql-password=" + b.password, "--mysql-db=" + database,
		"--tables=" + strconv.Itoa(b.tables), "--table-size=" + strconv.Itoa(b.rows), "--threads=" + strconv.Itoa(c.workers),
	}
	if c.transport == "tcp" {
		args = append(args, "--mysql-host=127.0.0.1", "--mysql-port="+strconv.Itoa(b.server.Port))
	} else {
		args = append(args, "--mysql-socket="+b.server.Socket)
	}
	return exec.CommandContext(ctx, "sysbench", append(append(args, more...), verb)...)
}

// cpu is the time that a process has used of all processors.
type cpu struct{ user, system time.Duration }

// total is the time in both modes.
func (c cpu) total() time.Duration { return c.user + c.system }

// execute runs a command to its end and gives what it wrote and used.
func (b *bench) execute(ctx context.Context, command *exec.Cmd) (string, cpu, error) {
	var errs strings.Builder
	command.Stderr = &errs
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	out, err := command.Output()
	if ctx.Err() != nil {
		return "", cpu{}, ctx.Err()
	}
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", cpu{}, err
		}
		return "", cpu{}, fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(command.Path), command.Args[1], err, errs.String(), out)
	}
	return string(out), cpu{command.ProcessState.UserTime(), command.ProcessState.SystemTime()}, nil
}
