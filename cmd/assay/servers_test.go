package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// shortDir is a directory that the servers' account may enter, with a path
// short enough for sockets; t.TempDir is neither. Servers are started in it.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "at-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv("TMPDIR", dir)
	return dir
}

// leftIn are the directories of servers in dir, and the processes that still
// name it.
func leftIn(t *testing.T, dir string) (left []string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "assay-*", "data"))
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range lines {
		if line, err := os.ReadFile(name); err == nil && bytes.Contains(line, []byte("--datadir="+dir)) {
			left = append(left, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return left
}

// TestServersExample runs the example, and looks for the servers' logs in the
// archive and for nothing anywhere else.
func TestServersExample(t *testing.T) {
	dir := shortDir(t)
	servers.run(t)
	if left := leftIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestServerLogs: each configuration's log is a file of the run.
func TestServerLogs(t *testing.T) {
	shortDir(t)
	results := t.TempDir()
	if code, stdout, stderr := assay(t, servers.args("run", servers.small, "--only", "buffer_pool=16MiB", "--results", results)...); code != exitOK {
		t.Fatalf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	logs, err := filepath.Glob(filepath.Join(results, "*", "server", "*"))
	if err != nil || len(logs) != 1 || filepath.Base(logs[0]) != "mariadb-1.log" {
		t.Fatalf("logs %q, error %v", logs, err)
	}
	if log, err := os.ReadFile(logs[0]); err != nil || !bytes.Contains(log, []byte("ready for connections")) {
		t.Errorf("error %v, log:\n%s", err, log)
	}
}

// TestServersAreCheckedFirst: what a server would refuse is told before the
// run has a directory, with exit code 2.
func TestServersAreCheckedFirst(t *testing.T) {
	shortDir(t)
	spec := func(server string) string {
		return `
server "s" {` + server + `}
target "t" { server = server.s }
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "e" {
  target = target.t
  load "l" {
    mix    = mix.m
    events = 10
  }
}`
	}
	for name, c := range map[string]struct {
		server, want string
		code         int
	}{
		"unknown option": {`
  options = { innodb_buffer_pool_sizes = "64MiB" }
`, "did you mean innodb_buffer_pool_size?", exitFailed},
		"version": {`
  version = "< 5"
`, "but the spec needs version < 5", exitFailed},
		"program": {`
  program = "/opt/none/mariadbd"
`, "cannot find the server program", exitFailed},
		"ignored option, TCP and all": {`
  port    = "any"
  options = { innodb_file_format = "Barracuda" }
`, "Server s warns: 'innodb-file-format' was removed", exitOK},
	} {
		t.Run(name, func(t *testing.T) {
			results, file := t.TempDir(), filepath.Join(t.TempDir(), "s.hcl")
			if err := os.WriteFile(file, []byte(spec(c.server)), 0o666); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := assay(t, "run", file, "--results", results)
			if code != c.code || !strings.Contains(stderr, c.want) {
				t.Errorf("exit %d, want %d with %q:\n%s\n%s", code, c.code, c.want, stdout, stderr)
			}
			if runs, _ := os.ReadDir(results); (len(runs) == 1) != (c.code == exitOK) {
				t.Errorf("%d runs", len(runs))
			}
		})
	}
}

// begun starts the command on the example in a process of its own and waits
// until it measures.
func begun(t *testing.T, results string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Args = append([]string{"assay"}, servers.args("run", []string{"rows=500", "duration=1h", "warmup=0s"}, "--results", results)...)
	log, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "measure") {
			go io.Copy(io.Discard, log)
			return cmd
		}
	}
	t.Fatalf("it ended: %v", cmd.Wait())
	return nil
}

// TestInterruptLeavesNoServer: after one Ctrl-C there is neither a process nor
// a directory.
func TestInterruptLeavesNoServer(t *testing.T) {
	dir := shortDir(t)
	cmd := begun(t, t.TempDir())
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("it ended with %v, want exit status %d", err, exitInterrupted)
	}
	if left := leftIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestKilledRunIsSwept: a killed run takes its server with it, and the next run
// names and removes the directory.
func TestKilledRunIsSwept(t *testing.T) {
	dir := shortDir(t)
	cmd := begun(t, t.TempDir())
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "assay-*", "data"))
	if err != nil || len(left) != 1 {
		t.Fatalf("the killed run left %q, error %v", left, err)
	}
	code, stdout, stderr := assay(t, servers.args("run", servers.small, "--only", "buffer_pool=16MiB", "--results", t.TempDir())...)
	if code != exitOK || !strings.Contains(stderr, "Removed "+filepath.Dir(left[0])+", which a killed run had left behind") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	if left := leftIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestServersOfAPlanFile: a plan with servers needs no address.
func TestServersOfAPlanFile(t *testing.T) {
	shortDir(t)
	file := filepath.Join(t.TempDir(), "plan.json")
	if code, _, stderr := assay(t, servers.args("plan", servers.small, "-o", file)...); code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	run := []string{"run", file, "--only", "buffer_pool=16MiB", "--results", t.TempDir()}
	if code, stdout, stderr := assay(t, run...); code != exitOK {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	if code, _, stderr := assay(t, append(run, "--target", "sqlite:x")...); code != exitUsage || !strings.Contains(stderr, "has its own servers started") {
		t.Errorf("with --target: exit %d: %s", code, stderr)
	}
	if code, _, stderr := assay(t, servers.args("prepare", servers.small)...); code != exitUsage || !strings.Contains(stderr, "lives as long as a run") {
		t.Errorf("prepare: exit %d: %s", code, stderr)
	}
}
