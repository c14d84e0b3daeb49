variable "directory" {
  default = "/tmp"
}

variable "fast" {
  default = true
}

probe "fsync" "log" { # ERROR 15-20: Place depends on a factor: Where a probe works is the same in all cells, as it is not in the plan.
  fsync_directory = var.directory
}

probe "fsync" "fast" {
  fsync_directory = "/tmp"
}

probe "fsync" "slow" {
  fsync_directory = "/var/tmp"
  fsync_mode      = "fsync"
}

probe "fsync" "small" {
  fsync_size      = "1MiB"
  fsync_file_size = "64KiB" # ERROR 21-28: Impossible probe: fsync_file_size has no room for one append; make it larger, or 0 to let the file grow.
}

probe "fileio" "words" {
  file_test_mode   = "rndrw"
  file_extra_flags = ["direct", "append"] # ERROR 22-42: Impossible option: The option file_extra_flags may hold
  file_rw_ratio    = 0 # ERROR 22-23: Impossible option: The option file_rw_ratio must be a number above 0; it is 0.
  file_block_size  = "16K" # ERROR 22-27: Invalid quantity
  validate         = "maybe" # ERROR 22-29: Wrong type
}

probe "clock" "sleep" {
  clock_sleep = 5 # ERROR 17-18: Wrong type: This is a number, but a duration is text with a unit
}

experiment "moves" {
  matrix {
    directory = ["/tmp", "/var/tmp"]
  }
  load "log" {
    probe = probe.fsync.log
  }
}

experiment "chosen" {
  matrix {
    fast = [true, false]
  }
  load "log" {
    probe = var.fast ? probe.fsync.fast : probe.fsync.slow
  }
}
