package probe

var fsync = Kind{
	Name: "fsync",
	About: "How long a database waits for its log. An event appends `fsync_size` bytes to a file that is there already, as logs are, and makes them durable. Each worker has a file of its own in `fsync_directory`, which goes when the run ends; " +
		"with one worker that is a log without group commit. Events per second are the most commits per second that such a database can reach.",
	Operations: []string{"append"},
	Options: []Option{
		{Name: "fsync_directory", Own: true, Type: Place, Default: ".", About: "The directory of the files. It must be there"},
		{Name: "fsync_size", Own: true, Type: Size, Low: 1, High: 1 << 30, Default: "512B", About: "Bytes of an append"},
		{Name: "fsync_file_size", Own: true, Type: Size, Low: 0, High: 1 << 40, Default: "16MiB",
			About: "Each file is filled to this size before, and appends begin again at its end; 0 lets it grow, so that each sync has the file's size to write too"},
		{Name: "fsync_mode", Own: true, Type: Word, Words: []string{"fdatasync", "fsync", "dsync", "none"}, Default: "fdatasync",
			About: "The call after each append; `\"dsync\"` opens the files with O_DSYNC, and no call is needed; `\"none\"` leaves the data to the system, which tells what the sync costs"},
	},
	Example: `probe "fsync" "log" {
  fsync_directory = "/var/tmp"
}

experiment "log" {
  load "log" {
    probe    = probe.fsync.log
    duration = "5s"
  }
}
`,
	Check: func(v Values) []Problem {
		if size := v.Int("fsync_file_size"); size > 0 && size < v.Int("fsync_size") {
			return []Problem{{"fsync_file_size", "fsync_file_size has no room for one append; make it larger, or 0 to let the file grow."}}
		}
		return nil
	},
}
