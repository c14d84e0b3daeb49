package probes

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/fileio"
	"github.com/assay-bench/assay/probes/probe"
)

// logs is the driver of the probe fsync.
type logs struct {
	directory string
	size      int64 // bytes of an append
	whole     int64 // of each file; 0: it grows
	mode      string
}

// newFsync reads the options; a file is made with each session.
func newFsync(v probe.Values, at driver.Endpoint) (driver.Driver, error) {
	l := &logs{at.Path, v.Int("fsync_size"), v.Int("fsync_file_size"), v.Text("fsync_mode")}
	if l.directory == "" {
		l.directory = "."
	}
	return l, nil
}

// Preflight refuses a directory that is none.
func (l *logs) Preflight(context.Context, driver.Needs) ([]driver.Finding, error) {
	info, err := os.Stat(l.directory)
	f := driver.Finding{Host: driver.Here, Name: "fsync_directory " + l.directory, Have: "a directory", Need: "a directory"}
	switch {
	case err != nil:
		f.Have, f.Verdict, f.Fix = "not there", driver.Refuses, "make it, or name another with fsync_directory"
	case !info.IsDir():
		f.Have, f.Verdict, f.Fix = "no directory", driver.Refuses, "name a directory with fsync_directory"
	}
	return []driver.Finding{f}, nil
}

// Facts are the version of the loop, and what file system it is.
func (l *logs) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{{Name: "kernel", Value: "fsync/" + l.mode + "/1"}, {Name: "file_system", Value: fileio.FileSystem(l.directory)}}, nil
}

// Open makes a session's file, filled and synced, so that what is measured
// changes no size and allocates no block: a log that its database has made
// beforehand is the same. It gives up when ctx is done, since a large file may
// take minutes.
func (l *logs) Open(ctx context.Context, _ int) (driver.Conn, error) {
	f, err := os.CreateTemp(l.directory, "assay-fsync-*.log")
	if err != nil {
		return nil, deviceError(err)
	}
	s := &log{logs: l, file: f, data: make([]byte, l.size)}
	for i := range s.data {
		s.data[i] = byte(i)
	}
	if err := s.begin(ctx); err != nil {
		return nil, deviceError(errors.Join(err, s.Close()))
	}
	return s, nil
}

func (l *logs) Close() error { return nil }

// Threads is how many threads a session keeps in the kernel: itself.
func (l *logs) Threads() int { return 1 }

// log is a session with its file.
type log struct {
	seat
	logs *logs
	file *os.File
	data []byte
	at   int64 // of the next append
}

// begin fills the file. O_DSYNC comes only after that, by opening it again:
// with it every piece would be synced by itself.
func (s *log) begin(ctx context.Context) error {
	zeros := make([]byte, 1<<20)
	for left := s.logs.whole; left > 0; left -= int64(len(zeros)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := s.file.Write(zeros[:min(left, int64(len(zeros)))]); err != nil {
			return err
		}
	}
	if err := s.file.Sync(); err != nil || s.logs.mode != "dsync" {
		return err
	}
	again, err := os.OpenFile(s.file.Name(), os.O_WRONLY|syscall.O_DSYNC, 0)
	if err != nil {
		return err
	}
	old := s.file
	s.file = again
	return old.Close()
}

// Operate appends once and makes it durable. The append begins again at the
// front where the file ends, as a ring of log files does.
func (s *log) Operate(_ int64, op *driver.Operation) error {
	if s.logs.whole > 0 && s.at+s.logs.size > s.logs.whole {
		s.at = 0
	}
	n, err := syscall.Pwrite(int(s.file.Fd()), s.data, s.at)
	if err == nil && n < len(s.data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = s.sync()
	}
	if err != nil {
		return deviceError(err)
	}
	s.at += s.logs.size
	op.Bytes = s.logs.size
	return nil
}

// sync makes what was written durable, by the call that is measured; with dsync
// and none there is none.
func (s *log) sync() error {
	switch s.logs.mode {
	case "fdatasync":
		return fdatasync(int(s.file.Fd()))
	case "fsync":
		return syscall.Fsync(int(s.file.Fd()))
	}
	return nil
}

// Close removes the file.
func (s *log) Close() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
