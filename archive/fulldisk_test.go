//go:build linux

package archive

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/assay-bench/assay/archive/event"
)

// diskEnv names the directory over which a child process lays a small disk.
const diskEnv = "ASSAY_TEST_FULL_DISK"

// TestFullDisk fills a real file system, in a child process with mounts of
// its own, so that nothing is left mounted whatever happens.
func TestFullDisk(t *testing.T) {
	if dir := os.Getenv(diskEnv); dir != "" {
		fillDisk(t, dir)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
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

func fillDisk(t *testing.T, dir string) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no disk of one megabyte: %v", err)
	}
	w, err := Create(dir, sampleInfo(), []byte("plan"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Repeat(3, 0, sampleNames())
	if err != nil {
		t.Fatal(err)
	}
	const want = "write events of cell 3: no space left on device"
	b := fill(groupRows, 1)
	for tries := 0; err == nil && tries < 10; tries++ {
		err = r.Write(b)
	}
	next := &event.Batch{Events: b.Events[:1]}
	for name, err := range map[string]error{
		"Write": err, "Write again": r.Write(next), "Samples": r.Samples(nil), "Close": r.Close(),
		"Facts": w.Facts(nil), "Finish": w.Finish(Complete, "", nil, nil),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	// What the broken part took is free again, so run.json can tell.
	run, err := OpenDir(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if run.Info.Status != Failed || run.Info.Reason != "W"+want[1:]+"." {
		t.Errorf("run.json: %s %q", run.Info.Status, run.Info.Reason)
	}
}
