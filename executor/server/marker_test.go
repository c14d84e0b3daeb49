package server_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/executor/server"
)

// reachableDir is a short directory that every account may enter, unlike
// t.TempDir.
func reachableDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "at-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// abandoned starts a server in a process of its own, with a directory below
// base, and kills that process.
func abandoned(t *testing.T, base string, account *syscall.Credential) (dir string) {
	t.Helper()
	program := filepath.Join(base, "program") // the test's own place may be closed to the account
	if err := copyFile(program, os.Args[0]); err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(program)
	parent.Env = append(os.Environ(), orphan+"=1", "TMPDIR="+base)
	parent.SysProcAttr = &syscall.SysProcAttr{Credential: account}
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
	if _, scanErr := fmt.Sscan(line, &pid, &dir); err != nil || scanErr != nil {
		t.Fatalf("the process said %q, error %v", line, err)
	}
	return dir
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}

// TestSweep finds what a killed process has left, and nothing else.
func TestSweep(t *testing.T) {
	base := reachableDir(t)
	t.Setenv("TMPDIR", base)
	left := abandoned(t, base, nil)
	mine, err := server.Start(t.Context(), server.Options{Settings: quick})
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Stop()
	if filepath.Dir(mine.Dir) != base || filepath.Dir(left) != base {
		t.Fatalf("the directories %s and %s are not in %s", mine.Dir, left, base)
	}
	stranger := filepath.Join(base, "assay-notes")
	if err := os.Mkdir(stranger, 0o755); err != nil {
		t.Fatal(err)
	}
	removed, err := server.Sweep()
	if err != nil || !slices.Contains(removed, left) {
		t.Errorf("removed %q, error %v; want %s", removed, err, left)
	}
	if _, err := os.Stat(left); err == nil {
		t.Errorf("%s is still there", left)
	}
	for _, dir := range []string{mine.Dir, stranger} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	if !mine.Running() {
		t.Error("the server of this process was ended")
	}
	if removed, err := server.Sweep(); err != nil || slices.Contains(removed, mine.Dir) {
		t.Errorf("again: removed %q, error %v", removed, err)
	}
}

// TestSweepLeavesOthersAlone: a marker of another user, or one that is a link,
// is none.
func TestSweepLeavesOthersAlone(t *testing.T) {
	base := reachableDir(t)
	t.Setenv("TMPDIR", base)
	link, other := filepath.Join(base, "assay-link"), filepath.Join(base, "assay-other")
	for _, dir := range []string{link, other} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(link, "assay-owner")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "assay-owner"), []byte("Process 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(filepath.Join(other, "assay-owner"), 65534, -1); err != nil {
		t.Skipf("only root gives files away: %v", err)
	}
	if removed, err := server.Sweep(); err != nil || strings.Contains(strings.Join(removed, " "), base) {
		t.Errorf("removed %q, error %v", removed, err)
	}
}

// TestUser runs as root does not: the server is the user's own process.
func TestUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("the other tests run as a user already")
	}
	base := reachableDir(t)
	const nobody = 65534
	if err := os.Chown(base, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	dir := abandoned(t, base, &syscall.Credential{Uid: nobody, Gid: nobody})
	info, err := os.Stat(filepath.Join(dir, "data", "mysql"))
	if err != nil {
		t.Fatal(err)
	}
	if uid := info.Sys().(*syscall.Stat_t).Uid; uid != nobody {
		t.Errorf("the data belongs to %d, want %d", uid, nobody)
	}
}
