# What a disk can do by itself, before a database is put on it.
#
#   assay run examples/disk.hcl pages  --var directory=/var/lib/mysql-test
#   assay run examples/disk.hcl commit --var directory=/var/lib/mysql-test --var duration=30s
#
# The files are made in the directory, go with the run, and are a GiB by
# default: for figures of a disk with a cache of its own take more than that.

variable "directory" {
  type    = string
  default = "."
}

variable "size" {
  type    = string
  default = "1GiB"
}

variable "duration" {
  type    = string
  default = "5s"
}

variable "mode" {
  type    = string
  default = "rndrd"
}

variable "depth" {
  type    = number
  default = 1
}

variable "threads" {
  type    = number
  default = 1
}

# As a database reads and writes its pages: past the page cache, many at a time.
probe "fileio" "pages" {
  file_directory     = var.directory
  file_test_mode     = var.mode
  file_num           = 4
  file_total_size    = var.size
  file_block_size    = "16KiB"
  file_io_mode       = "async"
  file_async_backlog = var.depth
  file_extra_flags   = ["direct"]
  file_fsync_freq    = 0
  validate           = true # a disk that is fast and wrong is not fast
}

experiment "pages" {
  description = "Reads and writes of pages past the page cache, by queue depth: where throughput stops to grow and only latency does."

  matrix {
    mode  = ["rndrd", "rndrw"]
    depth = [1, 4, 16, 64]
  }
  load "pages" {
    probe    = probe.fileio.pages
    warmup   = "500ms"
    duration = var.duration
  }
}

# As a database appends to its log: small writes, each synced before the next.
probe "fileio" "log" {
  file_directory  = var.directory
  file_test_mode  = "seqrewr"
  file_num        = 1
  file_total_size = "64MiB"
  file_block_size = 4096
  file_fsync_all  = true
  file_fsync_mode = "fdatasync"
}

experiment "commit" {
  description = "Syncs of a log: no more than these are the commits a second that a database can reach without grouping them."

  matrix {
    threads = [1, 8]
  }
  load "log" {
    probe    = probe.fileio.log
    threads  = var.threads
    warmup   = "500ms"
    duration = var.duration
  }
  assert "sync" {
    condition     = percentile(result.transaction.sync.response, 99) < duration("1s")
    error_message = "One sync in a hundred took a second or more: this disk is no place for a log."
  }
}
