package server_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
)

// TestFleet takes two configurations in turns: each keeps its data over a
// shutdown, begins anew after a crash, and its log is handed over when its
// directory goes.
func TestFleet(t *testing.T) {
	logs := map[string]string{}
	one := server.Options{Databases: []string{"d"}, Settings: append(quick[1:3:3], "max_connections=31")}
	two := one
	two.Settings = append(quick[1:3:3], "max_connections=32", "innodb_file_format=x")
	fleet := server.NewFleet([]server.Options{one, two}, []string{"one", "two"}, func(name string, log []byte) error {
		logs[name] = string(log)
		return nil
	})
	defer fleet.Close()
	start := func(i int, want string) *server.Server {
		t.Helper()
		s, err := fleet.Start(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if got := servertest.SQL(t, s, "SELECT @@max_connections, COUNT(*) FROM information_schema.tables WHERE table_schema = 'd'"); got != want {
			t.Errorf("server %d says %q, want %q", i, got, want)
		}
		return s
	}
	shutdown := func(s *server.Server) {
		t.Helper()
		if err := s.Shutdown(t.Context()); err != nil || s.Running() || s.Err() != nil {
			t.Errorf("after Shutdown (%v): running %v, error %v", err, s.Running(), s.Err())
		}
	}
	first := start(0, "31\t0")
	servertest.SQL(t, first, "CREATE TABLE d.t (id INT)")
	shutdown(first)
	second := start(1, "32\t0")
	if w := strings.Join(second.Warnings(), "\n"); !strings.Contains(w, "'innodb-file-format' was removed") || strings.Contains(w, "without authentication") {
		t.Errorf("warnings: %s", w)
	}
	shutdown(second)
	first = start(0, "31\t1")
	first.Kill()
	<-first.Ended()
	if err := first.Err(); err == nil || !strings.Contains(err.Error(), "ended by itself (signal: killed); its log ends with:") {
		t.Errorf("after a crash the error is %v", err)
	}
	crashed := first.Dir
	first = start(0, "31\t0")
	if _, err := os.Stat(crashed); err == nil || logs["one-ended-1.log"] == "" {
		t.Errorf("what a crash has left: %v, logs %d", err, len(logs))
	}
	if err := fleet.Close(); err != nil {
		t.Error(err)
	}
	for _, dir := range []string{first.Dir, second.Dir} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s is still there", dir)
		}
	}
	if strings.Count(logs["two.log"], "ready for connections") != 1 || len(logs) != 3 {
		t.Errorf("%d logs, that of the second: %s", len(logs), logs["two.log"])
	}
}

// TestKilledWhenSlow: a server that does not end in time is killed.
func TestKilledWhenSlow(t *testing.T) {
	s, err := server.Start(context.Background(), server.Options{Settings: quick, Stop: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil || s.Running() {
		t.Errorf("running %v, error %v", s.Running(), err)
	}
}

// TestHasty: whoever interrupts a run does not wait for a server that hangs.
func TestHasty(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Settings: quick})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	file := strings.TrimSpace(servertest.SQL(t, s, "SELECT IF(@@pid_file LIKE '/%', @@pid_file, CONCAT(@@datadir, @@pid_file))"))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	if err := s.Shutdown(ctx); err != nil || s.Running() || time.Since(start) > 30*time.Second {
		t.Errorf("after %s: running %v, error %v", time.Since(start), s.Running(), err)
	}
}

// TestFailedStartKeepsLog: the reason why a server did not start outlives its
// directory.
func TestFailedStartKeepsLog(t *testing.T) {
	logs := map[string]string{}
	fleet := server.NewFleet([]server.Options{{Settings: []string{"innodb_page_size=12345"}}}, []string{"one"}, func(name string, log []byte) error {
		logs[name] = string(log)
		return nil
	})
	defer fleet.Close()
	if _, err := fleet.Start(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "Invalid page size") {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(logs["one-failed-1.log"], "Invalid page size") || len(logs) != 1 {
		t.Errorf("logs %v", logs)
	}
}

// TestPassword: a server that listens can be closed to others on the machine.
func TestPassword(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Settings: quick, Port: server.AnyPort, Password: "a'b"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for password, want := range map[string]string{"a'b": "1\n", "": "Access denied", "wrong": "Access denied"} {
		host, port, err := net.SplitHostPort(s.Address())
		if err != nil {
			t.Fatal(err)
		}
		client := exec.Command("mariadb", "--no-defaults", "--user=root", "--host="+host, "--port="+port, "--password="+password, "--batch", "--skip-column-names", "--execute", "SELECT 1")
		if out, err := client.CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("with password %q it says %q (%v), want %q", password, out, err, want)
		}
	}
}
