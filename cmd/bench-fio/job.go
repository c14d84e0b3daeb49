package main

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// job is one comparison, in the words of both programs.
type job struct {
	mode    string // of file_test_mode
	method  string // of file_io_mode
	depth   int    // operations in flight: in a queue, or else by as many threads
	block   int    // bytes
	direct  bool   // past the page cache
	each    bool   // each write is followed by fdatasync
	measure string // the operation whose latency is compared
}

// String is the job's name, which patterns are matched with.
func (j job) String() string {
	name := fmt.Sprintf("%s/%s/%d", j.mode, j.method, j.depth)
	if j.each {
		name += "/fdatasync"
	}
	return name
}

// all are the jobs that agreement is judged by: pages past the page cache as a
// database moves them, a sequence, and a log. None is served by
// the page cache alone: Assay then measures its archive, which keeps a record of
// each operation.
func all() []job {
	const page, long = 16 << 10, 1 << 20
	return []job{
		{"rndrd", "sync", 1, page, true, false, "read"},
		{"rndrd", "sync", 16, page, true, false, "read"},
		{"rndrd", "async", 16, page, true, false, "read"},
		{"rndwr", "sync", 1, page, true, false, "write"},
		{"rndwr", "async", 16, page, true, false, "write"},
		{"rndrw", "async", 16, page, true, false, "read"},
		{"seqrd", "sync", 1, long, true, false, "read"},
		{"seqrewr", "sync", 1, 4096, false, true, "sync"},
	}
}

// choose gives the jobs that one of the patterns, separated by spaces, fits. A
// pattern that fits none is an error: a comparison that silently did nothing
// would look like one that was done.
func choose(patterns string) (chosen []job, err error) {
	fields := strings.Fields(patterns)
	if len(fields) == 0 {
		return all(), nil
	}
	used := make([]bool, len(fields))
	for _, j := range all() {
		var wanted bool
		for i, pattern := range fields {
			fits, err := path.Match(pattern, j.String())
			if err != nil {
				return nil, fmt.Errorf("jobs %q: %w", pattern, err)
			}
			used[i] = used[i] || fits
			wanted = wanted || fits
		}
		if wanted {
			chosen = append(chosen, j)
		}
	}
	for i, pattern := range fields {
		if !used[i] {
			return nil, fmt.Errorf("no job fits %q; they are called MODE/METHOD/DEPTH, such as %s", pattern, all()[0])
		}
	}
	return chosen, nil
}

// threads is how many workers a job has, and queue how many operations each.
func (j job) threads() int {
	if j.method == "async" {
		return 1
	}
	return j.depth
}

func (j job) queue() int { return j.depth / j.threads() }

// spec is the job for Assay. The file is the only one of its probe, since fio
// visits several in another order.
func (j job) spec(o *options) string {
	var flags string
	if j.direct {
		flags = `"direct"`
	}
	return fmt.Sprintf(`probe "fileio" "job" {
  file_directory     = %q
  file_num           = 1
  file_total_size    = "%dMiB"
  file_test_mode     = %q
  file_io_mode       = %q
  file_async_backlog = %d
  file_block_size    = %d
  file_extra_flags   = [%s]
  file_fsync_freq    = 0
  file_fsync_end     = false
  file_fsync_all     = %t
  file_fsync_mode    = "fdatasync"
  file_rw_ratio      = 1
}

experiment "job" {
  load "job" {
    probe    = probe.fileio.job
    threads  = %d
    duration = "%ds"
  }
}
`, o.directory, o.mebibytes, j.mode, j.method, j.queue(), j.block, flags, j.each, j.threads(), o.seconds)
}

// arguments are the job for fio. Random places are drawn with replacement, as
// Assay draws them, and the cache is left as it is.
func (j job) arguments(o *options) []string {
	args := []string{
		"--name=job", "--filename=" + path.Join(o.directory, "test_file.0"), fmt.Sprintf("--size=%dM", o.mebibytes), "--allow_file_create=0",
		"--rw=" + map[string]string{"rndrd": "randread", "rndwr": "randwrite", "rndrw": "randrw", "seqrd": "read", "seqrewr": "write"}[j.mode],
		"--ioengine=" + map[string]string{"sync": "psync", "async": "io_uring"}[j.method],
		"--bs=" + strconv.Itoa(j.block), "--iodepth=" + strconv.Itoa(j.queue()), "--numjobs=" + strconv.Itoa(j.threads()), "--thread", "--group_reporting",
		"--time_based", "--runtime=" + strconv.Itoa(o.seconds), "--norandommap", "--randrepeat=0", "--invalidate=0", "--fallocate=none",
		"--lat_percentiles=1", "--clat_percentiles=0", "--percentile_list=50:99", "--output-format=json",
	}
	if j.direct {
		args = append(args, "--direct=1")
	}
	if j.each {
		args = append(args, "--fdatasync=1")
	}
	return args
}
