package probe

import "fmt"

// fileioTrailer is how much of a block its checksum and position take, and a
// little data before them.
const fileioTrailer = 16

// fileioRequest bounds one operation; the kernel moves no more at a time.
const fileioRequest = 1 << 30

var fileio = Kind{
	Name: "fileio",
	About: "What the disk does, or the page cache before it. An event is one operation: `read`, `write` or `sync` of a set of files in `file_directory`, each kind with its own latency. " +
		"Operations are those of sysbench: the workers go through the files as if they were one, or to random places in them, and every `file_fsync_freq` requests sync all files, one event for each. " +
		"Unlike sysbench's, the data cannot be compressed unless `file_compressibility` says so, an asynchronous operation lasts until it is completed and not until it is submitted, and at the end each file is synced once.\n\n" +
		"A run makes the files before, as far as they are not there, and removes what it made unless `--keep`; `assay prepare` makes them to stay, and `assay cleanup` removes them. " +
		"A marker beside them, `assay-fileio.json`, tells that they are Assay's: files called `test_file.N` without it are never touched. They are written through the page cache and mostly still there when the run begins; only `direct` keeps it out. The archive is written while the load runs: `--results` on another disk keeps it out of the figures.",
	Operations: []string{"read", "write", "sync"},
	Options: []Option{
		{Name: "file_directory", Own: true, Type: Place, Default: ".", About: "The directory of the files. It must be there"},
		{Name: "file_test_mode", Type: Word, Required: true, Words: []string{"seqwr", "seqrewr", "seqrd", "rndrd", "rndwr", "rndrw"},
			About: "`\"seqwr\"` writes the files anew from beginning to end, `\"seqrewr\"` over what is there, `\"seqrd\"` reads them; `\"rndrd\"`, `\"rndwr\"` and `\"rndrw\"` read, write or do both at random places. Sequences begin again at their end: time or events end a load"},
		{Name: "file_num", Type: Count, Low: 1, High: 1_000_000, Default: "128", About: "The number of files"},
		{Name: "file_total_size", Type: Size, Low: 1, High: 1 << 60, Default: "2GiB", About: "The size of all files together; each has its `file_num`-th part, rounded down"},
		{Name: "file_block_size", Type: Size, Low: 1, High: fileioRequest, Default: "16KiB", About: "Bytes of an operation; the last of a file may be shorter"},
		{Name: "file_merged_requests", Type: Count, Low: 0, High: 1 << 20, Default: "0", About: "In the sequential modes an operation has so many blocks; 0 is one"},
		{Name: "file_io_mode", Type: Word, Words: []string{"sync", "async", "mmap"}, Default: "sync",
			About: "`\"sync\"` calls pread and pwrite; `\"async\"` keeps `file_async_backlog` operations in flight by io_uring or, where there is none, as many threads (the fact `means` tells which); `\"mmap\"` copies from and to memory maps of the files"},
		{Name: "file_async_backlog", Type: Count, Low: 1, High: 4096, Default: "128", About: "With `\"async\"`, the operations that each worker has in flight: the queue depth. In an open loop (`rate`) a worker has one, and `threads` is the depth"},
		{Name: "file_extra_flags", Type: Words, Words: []string{"sync", "dsync", "direct"}, Default: "",
			About: "Flags for opening the files: `\"sync\"` (O_SYNC), `\"dsync\"` (O_DSYNC), `\"direct\"` (O_DIRECT, past the page cache)"},
		{Name: "file_fsync_freq", Type: Count, Low: 0, High: 1 << 40, Default: "100",
			About: "All files are synced, one event for each, after every so many requests, reads among them, if there was a write; 0 is never"},
		{Name: "file_fsync_writes", Own: true, Type: Count, Low: 0, High: 1 << 40, Default: "0",
			About: "The same after every so many writes, exactly, in place of `file_fsync_freq`; 0 leaves it to that. Not in sysbench"},
		{Name: "file_fsync_all", Type: Truth, Default: "false", About: "Each write is followed by a sync of its file, as an event of its own; there are no other syncs then"},
		{Name: "file_fsync_end", Type: Truth, Default: "true", About: "After the last operation of a load each file is synced once. These events are not in the measured phase"},
		{Name: "file_fsync_mode", Type: Word, Words: []string{"fsync", "fdatasync"}, Default: "fsync", About: "The call that syncs"},
		{Name: "file_rw_ratio", Type: Ratio, Default: "1.5", About: "Reads to a write in `\"rndrw\"`, in every stretch and not only on average"},
		{Name: "file_compressibility", Own: true, Type: Count, Low: 0, High: 100, Default: "0",
			About: "Per cent of each 4096 bytes of data that are zeros. At 100 all are, as in sysbench; below that no two sectors are equal. Not in sysbench"},
		{Name: "validate", Type: Truth, Default: "false",
			About: "Blocks carry a checksum and their position, and reads check both: an event whose data is wrong fails, with code 74. The files must have been made with it, of blocks of this size"},
	},
	Example: `probe "fileio" "random" {
  file_directory   = "/var/tmp"
  file_test_mode   = "rndrw"
  file_num         = 4
  file_total_size  = "64MiB"
  file_extra_flags = ["direct"]
}

experiment "disk" {
  load "disk" {
    probe    = probe.fileio.random
    threads  = 16
    duration = "30s"
  }
}
`,
	Check: checkFileio,
}

// checkFileio tells what options of fileio cannot go together.
func checkFileio(v Values) (all []Problem) {
	bad := func(option, format string, args ...any) {
		all = append(all, Problem{option, fmt.Sprintf(format, args...)})
	}
	files, total, block := v.Int("file_num"), v.Int("file_total_size"), v.Int("file_block_size")
	size := total / files
	if size == 0 {
		bad("file_total_size", "%d bytes make no %d files. Use a larger file_total_size, or a smaller file_num.", total, files)
		return all
	}
	if merged := v.Int("file_merged_requests"); merged > fileioRequest/block {
		bad("file_merged_requests", "An operation of %d blocks of %d bytes has more than 1 GiB. Use fewer blocks.", merged, block)
	}
	if v.Has("file_extra_flags", "direct") && (block%512 != 0 || size%512 != 0) {
		bad("file_extra_flags", "O_DIRECT moves whole sectors of 512 bytes at least, and file_block_size is %d bytes and a file %d. Make both multiples of 512, or of 4096 where sectors are that large, or leave \"direct\" out.", block, size)
	}
	if v.Text("file_io_mode") == "mmap" && v.Text("file_extra_flags") != "" {
		bad("file_extra_flags", "A memory map goes through the page cache and knows no flags. Leave file_extra_flags out, or use another file_io_mode.")
	}
	if rest := size % block; v.True("validate") && (block < fileioTrailer || rest > 0 && rest < fileioTrailer) {
		bad("validate", "A checksum needs blocks of %d bytes at least, and file_block_size is %d bytes, of which %d are left at the end of a file. Make a file (file_total_size ÷ file_num) a multiple of file_block_size.", fileioTrailer, block, rest)
	}
	return all
}
