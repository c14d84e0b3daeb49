package probes

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
)

// diskEnv names the directory over which a child process lays a small disk.
const diskEnv = "ASSAY_TEST_PROBE_DISK"

// TestFileioFullDisk fills a real file system, in a child process with mounts
// of its own, so that nothing is left mounted whatever happens.
func TestFileioFullDisk(t *testing.T) {
	if dir := os.Getenv(diskEnv); dir != "" {
		fillDisk(t, dir)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestFileioFullDisk$", "-test.v")
	c.Env = append(os.Environ(), diskEnv+"="+t.TempDir())
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Skipf("no namespace to mount a disk in: %v", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// fillDisk writes 4 MiB to a disk of one. It is refused beforehand and, if
// that is passed over, an error of the operation that finds no room.
func fillDisk(t *testing.T, dir string) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no disk of one megabyte: %v", err)
	}
	for mode, want := range map[string]string{"sync": "no space left on device; make room", "async": "no space left on device; make room", "mmap": "on a disk that is full"} {
		f := files(t, dir, option("file_test_mode", "seqwr"), option("file_total_size", 4<<20), option("file_io_mode", mode), option("file_async_backlog", 4), option("file_fsync_freq", 0))
		findings, err := f.Preflight(t.Context(), driver.Needs{Workers: 1})
		if err != nil || findings[0].Verdict != driver.Refuses {
			t.Errorf("%s: %+v, %v", mode, findings, err)
		}
		prepare(t, f, driver.Preparation{})
		s := session(t, f)
		s.Begin(driver.Stint{Workers: 1})
		done := 0
		for err == nil && done < 1024 {
			var op driver.Operation
			if err = s.Operate(0, &op); err == nil {
				done++
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) || done < 100 {
			t.Errorf("%s: after %d writes: %v", mode, done, err)
		}
		for more, op := true, (driver.Operation{}); more; {
			more, _ = s.End(&op) // what is in flight finds no room either
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Cleanup(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	larger := files(t, dir, option("file_test_mode", "rndrd"), option("file_total_size", 4<<20))
	err := larger.Prepare(t.Context(), driver.Preparation{})
	var failure *driver.Error
	if !errors.As(err, &failure) || failure.Code != int(syscall.ENOSPC) || !strings.Contains(err.Error(), "make room") {
		t.Errorf("files that the disk has no room for: %v", err)
	}
}
