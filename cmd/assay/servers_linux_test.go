package main

import (
	"strings"
	"syscall"
	"testing"
)

// TestServerDiskFull: a full disk is told in the server's own words, and other
// runs go on.
func TestServerDiskFull(t *testing.T) {
	results := t.TempDir()
	dir := shortDir(t)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0755,size=160m"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	}()
	// It is foreseen; without the preflight it happens.
	for flag, want := range map[string]string{"--no-preflight=false": "make room there, or load fewer rows", "--no-preflight": "The table 'pages' is full"} {
		code, stdout, stderr := assay(t, servers.args("run", []string{"rows=3000000", "duration=1s", "warmup=0s"},
			"--only", "buffer_pool=16MiB", "--results", results, flag)...)
		if code != exitFailed || !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: exit %d\n%s\n%s", flag, code, stdout, stderr)
		}
	}
	if left := leftIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
