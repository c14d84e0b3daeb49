package probes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/fileio"
	"github.com/assay-bench/assay/probes/probe"
)

// thisRun names the files that go with this process.
var thisRun = sync.OnceValue(rand.Text)

// filesystem is the driver of the probe fileio. Its files are open as long as
// it has sessions.
type filesystem struct {
	job   fileio.Job
	start time.Time

	mu        sync.Mutex // taken to open and close sessions only
	directory *fileio.Directory
	set       *fileio.Set
	users     int
	seeded    *sync.Once
	failed    bool // an operation of this use has
}

// newFileio reads the options; nothing is touched before Prepare or Open.
func newFileio(v probe.Values, at driver.Endpoint) (driver.Driver, error) {
	f := &filesystem{job: fileJob(v), start: time.Now()}
	if f.job.Directory = at.Path; at.Path == "" {
		f.job.Directory = "."
	}
	return f, nil
}

// fileJob is what the options ask for.
func fileJob(v probe.Values) fileio.Job {
	j := fileio.Job{
		Files: v.Int("file_num"), Total: v.Int("file_total_size"), Block: v.Int("file_block_size"), Merged: v.Int("file_merged_requests"),
		Mode:    fileio.Mode(slices.Index(fileio.ModeNames, v.Text("file_test_mode"))),
		Method:  fileio.Method(slices.Index(fileio.MethodNames, v.Text("file_io_mode"))),
		Backlog: int(v.Int("file_async_backlog")),
		Direct:  v.Has("file_extra_flags", "direct"), Sync: v.Has("file_extra_flags", "sync"), DataSync: v.Has("file_extra_flags", "dsync"),
		ReadsPerWrite: v.Float("file_rw_ratio"),
		SyncRequests:  v.Int("file_fsync_freq"), SyncWrites: v.Int("file_fsync_writes"),
		SyncEach: v.True("file_fsync_all"), SyncEnd: v.True("file_fsync_end"), DataOnly: v.Text("file_fsync_mode") == "fdatasync",
		Compressible: v.Int("file_compressibility"), Validate: v.True("validate"), Seed: 1,
	}
	if j.SyncWrites > 0 { // it takes the other's place
		j.SyncRequests = 0
	}
	if j.SyncEach { // nothing is left to sync at the end
		j.SyncEnd = false
	}
	return j
}

// Threads is how many threads a session keeps in the kernel. The executor gives
// the Go runtime as many processors more.
func (f *filesystem) Threads() int { return fileio.Threads(&f.job) }

// Facts are how operations reach the kernel, and what file system it is.
func (f *filesystem) Facts(context.Context) ([]driver.Fact, error) {
	return []driver.Fact{
		{Name: "means", Value: fileio.Means(&f.job)},
		{Name: "file_system", Value: fileio.FileSystem(f.job.Directory)},
	}, nil
}

// Preflight refuses what would fail: see fileio.Examine.
func (f *filesystem) Preflight(_ context.Context, n driver.Needs) ([]driver.Finding, error) {
	room, err := fileio.Examine(&f.job)
	if err != nil {
		return []driver.Finding{f.unfit(err)}, nil
	}
	list := []driver.Finding{driver.Space(driver.Here, "room in file_directory "+f.job.Directory, room.Free, room.Need,
		"make room, use a smaller file_total_size, or name another with file_directory")}
	if flight, most := fileio.Flight(&f.job, n.Workers); most >= 0 {
		list = append(list, driver.Room(driver.Here, "requests for checked data, of which each has one operation at a time,", most, flight, driver.Refuses,
			"use fewer threads or a smaller file_async_backlog, or more or larger files"))
	}
	if have, known := driver.FileLimit(); known {
		const others = 64 // for the archive, the system, and a ring for each worker
		need := f.job.Files + int64(n.Workers) + others
		list = append(list, driver.Room(driver.Here, "open files (ulimit -n)", have, need, driver.Refuses, fmt.Sprintf("raise the limit with ulimit -n %d, or use a smaller file_num", need)))
	}
	return list, nil
}

// unfit is what is wrong with the directory.
func (f *filesystem) unfit(err error) driver.Finding {
	e := &fileio.DirectoryError{Path: f.job.Directory, Have: err.Error(), Need: "one that can be looked at", Remedy: "name another with file_directory"}
	errors.As(err, &e)
	return driver.Finding{Host: driver.Here, Name: "file_directory " + e.Path, Have: e.Have, Need: e.Need, Verdict: driver.Refuses, Fix: e.Remedy}
}

// Prepare makes the files. Those of a run bear its name in their marker and go
// with it; lasting ones bear none.
func (f *filesystem) Prepare(ctx context.Context, how driver.Preparation) error {
	run := thisRun()
	if how.Lasting {
		run = ""
	}
	d, err := fileio.Enter(&f.job)
	if err != nil {
		return deviceError(err)
	}
	_, err = d.Prepare(ctx, &f.job, run, how.Replace)
	return deviceError(errors.Join(err, d.Leave()))
}

// Cleanup removes the files that this run made, or with all also those that were
// to stay. It tells what is gone.
func (f *filesystem) Cleanup(_ context.Context, all bool) ([]string, error) {
	run := thisRun()
	if all {
		run = ""
	}
	n, err := fileio.Clean(f.job.Directory, run)
	if err != nil || n == 0 {
		return nil, deviceError(err)
	}
	return []string{fmt.Sprintf("%s/test_file.* (%d files)", strings.TrimSuffix(f.job.Directory, "/"), n)}, nil
}

// Open makes a session; the first opens the files, which all share. A file that
// each worker opened for itself would take files times workers descriptors.
func (f *filesystem) Open(_ context.Context, n int) (driver.Conn, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users == 0 {
		if err := f.open(); err != nil {
			return nil, deviceError(err)
		}
	}
	w, err := f.set.Worker(n)
	if err != nil {
		if f.users == 0 {
			err = errors.Join(err, f.close())
		}
		return nil, deviceError(err)
	}
	f.users++
	return &filesSession{files: f, worker: w}, nil
}

// open takes the directory and opens the files. A sequence of writes makes them
// anew, which the marker says before the first byte is lost: a run that dies
// leaves files that nobody takes for whole ones.
func (f *filesystem) open() (err error) {
	if f.directory, err = fileio.Enter(&f.job); err != nil {
		return err
	}
	if err = f.directory.Ready(&f.job); err == nil && f.job.Mode == fileio.SequentialWrite {
		err = f.directory.Rewrite()
	}
	if err == nil {
		f.set, err = fileio.Open(&f.job, func() int64 { return int64(time.Since(f.start)) })
	}
	if err != nil {
		return errors.Join(err, f.directory.Leave())
	}
	f.failed, f.seeded = false, new(sync.Once)
	return nil
}

// close closes the files after the last session. Files that were made anew are
// whole if the load went through all of them and nothing failed.
func (f *filesystem) close() error {
	var err error
	if f.job.Mode == fileio.SequentialWrite && f.set.Passes() > 0 && !f.failed {
		err = f.directory.Written()
	}
	return errors.Join(err, f.set.Close(), f.directory.Leave())
}

// leave is the end of a session; that of the last ends the use of the files.
func (f *filesystem) leave(s *filesSession) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := s.worker.Close()
	f.failed = f.failed || s.failed || err != nil
	if f.users--; f.users == 0 {
		err = errors.Join(err, f.close())
	}
	return err
}

func (f *filesystem) Close() error { return nil }
