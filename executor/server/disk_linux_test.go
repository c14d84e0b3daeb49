package server_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/executor/server"
)

// smallDisk mounts a file system of that size, which only root can.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := reachableDir(t)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0755,size="+size); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestDiskFull: a server without room for its data says so.
func TestDiskFull(t *testing.T) {
	dir := smallDisk(t, "8m")
	t.Setenv("TMPDIR", dir)
	_, err := server.Start(t.Context(), server.Options{Dir: dir + "/s"})
	if err == nil || !strings.Contains(err.Error(), "out of disk space") {
		t.Errorf("error %v", err)
	}
}
