package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
)

// orphan in the environment makes this test binary a process that starts a
// server and then waits to be killed.
const orphan = "ASSAY_TEST_ORPHAN"

func TestMain(m *testing.M) {
	if os.Getenv(orphan) != "" {
		startAndWait()
	}
	os.Exit(servertest.Run(m))
}

func startAndWait() {
	s, err := server.Start(context.Background(), server.Options{Settings: quick})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	pid, err := os.ReadFile(filepath.Join(s.Dir, "pid"))
	fmt.Println(strings.TrimSpace(string(pid)), s.Dir, err)
	select {}
}

// quick are settings that save time, for data that need not last.
var quick = []string{"innodb_fast_shutdown=2", "innodb_flush_log_at_trx_commit=0", "innodb_buffer_pool_dump_at_shutdown=OFF"}

func TestStartStop(t *testing.T) {
	begin := time.Now()
	s, err := server.Start(context.Background(), server.Options{
		Settings: append(quick[:3:3], "max_connections=77"), Plugins: []string{"ha_rocksdb"}, Port: server.AnyPort,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	t.Logf("installed and started in %v", time.Since(begin).Round(time.Millisecond))
	info, err := os.Stat(s.Dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode of the directory: %v, error %v; want 0700", info.Mode(), err)
	}
	got := servertest.SQL(t, s, "SELECT @@max_connections, @@port, (SELECT engine FROM information_schema.engines WHERE engine = 'ROCKSDB'), @@version")
	if want := fmt.Sprintf("77\t%d\tROCKSDB\t%s", s.Port, s.Version()); !strings.HasPrefix(got, want) {
		t.Errorf("the server says %q, want %q", got, want)
	}
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
	if err := s.Stop(); err != nil {
		t.Errorf("stopping twice: %v", err)
	}
}

// TestDir checks that a directory of the user's stays and is used again, that
// rows survive a crash, and that a start that fails says why and does no harm.
func TestDir(t *testing.T) {
	base, err := os.MkdirTemp("/var/tmp", "assay-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	if err := os.Chmod(base, 0o755); err != nil { // the server's user passes through
		t.Fatal(err)
	}
	options := server.Options{Dir: filepath.Join(base, "kept")}
	s, err := server.Start(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Stop() }()
	if got := servertest.SQL(t, s, "SELECT @@skip_networking"); got != "1" {
		t.Errorf("skip_networking is %s without a port, want 1", got)
	}
	servertest.SQL(t, s, "CREATE DATABASE d; CREATE TABLE d.t (id INT) ENGINE=InnoDB; INSERT INTO d.t VALUES (42)")
	if err := s.Restart(context.Background()); err == nil {
		t.Error("a running server was started a second time")
	}
	s.Kill()
	if s.Running() {
		t.Error("the server runs after Kill")
	}
	if err := s.Restart(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := servertest.SQL(t, s, "SELECT id FROM d.t"); got != "42" {
		t.Errorf("after the crash the table holds %q, want 42", got)
	}
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	wrong := options
	wrong.Settings = []string{"no_such_option=1"}
	const reason = "unknown variable 'no_such_option=1'"
	if _, err := server.Start(context.Background(), wrong); err == nil || !strings.Contains(err.Error(), reason) {
		t.Errorf("error %v, want one with the log's %q", err, reason)
	}
	if s, err = server.Start(context.Background(), options); err != nil {
		t.Fatal(err)
	}
	servertest.SQL(t, s, "DROP DATABASE d")
}

// TestFailures checks that errors name the cause, and leave nothing behind.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		options server.Options
		want    string
	}{
		"no such program":    {server.Options{Program: "/does/not/exist"}, "cannot find the server program"},
		"not a server":       {server.Options{Program: "false"}, "cannot ask"},
		"directory too long": {server.Options{Dir: "/var/tmp/" + strings.Repeat("x", 100)}, "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.options.Dir != "" {
				defer os.RemoveAll(c.options.Dir)
			}
			t.Setenv("TMPDIR", "/var/tmp")
			before, _ := filepath.Glob("/var/tmp/assay-*")
			_, err := server.Start(context.Background(), c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if after, _ := filepath.Glob("/var/tmp/assay-*"); len(after) > len(before) {
				t.Errorf("directories left behind: %v", after)
			}
		})
	}
}

// TestNoOrphan kills a process that has started a server, and wants the
// server to end with it.
func TestNoOrphan(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), orphan+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	parent.Process.Kill()
	parent.Wait()
	var pid int
	var dir string
	if _, scanErr := fmt.Sscan(line, &pid, &dir); err != nil || scanErr != nil {
		t.Fatalf("the process said %q, error %v", line, err)
	}
	defer os.RemoveAll(dir)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) || zombie(pid) {
			return
		}
		if time.Now().After(deadline) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("the server (process %d) outlived the process that started it", pid)
		}
	}
}

// zombie tells whether the process has ended but nobody has asked for its
// status, as happens where process 1 does not.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
