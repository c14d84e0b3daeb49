# The probes of "Benchmarking MySQL 5.7 using Sysbench 1.1" (MinervaDB, 2018,
# CentOS 7.3, the machine not described), with the figures that were printed.
#
#   assay run examples/papers/minervadb-mysql57-probes-2018.hcl --all

variable "duration" {
  type    = string
  default = "10s"
}

variable "threads" {
  type    = number
  default = 1
}

variable "memory_oper" {
  type    = string
  default = "read"
}

variable "directory" {
  type    = string
  default = "/var/tmp"
}

variable "size" {
  type    = string
  default = "2GiB"
}

probe "cpu" "primes" {
  cpu_max_prime = 300000
}

# 1 thread: 9.86 events/s, 101 ms on average, p95 111 ms. 60 threads: 9.90
# events/s, 5,782 ms on average: the machine had about one processor to spare.
experiment "cpu" {
  matrix {
    threads = [1, 60]
  }
  load "cpu" {
    probe    = probe.cpu.primes
    threads  = var.threads
    duration = var.duration
    grace    = "1m"
  }
}

probe "memory" "blocks" {
  memory_block_size = "64KiB"
  memory_total_size = "300GiB"
  memory_oper       = var.memory_oper
}

# Read: 321,043 events/s, 20,065 MiB/s. Write: 237,823 events/s, 14,864 MiB/s.
experiment "memory" {
  matrix {
    memory_oper = ["read", "write"]
  }
  load "memory" {
    probe    = probe.memory.blocks
    duration = var.duration
  }
}

probe "fileio" "random" {
  file_directory  = var.directory
  file_total_size = var.size
  file_test_mode  = "rndrw"
}

# The files were written in 3.21 s, 638 MiB/s. Then 16 threads, 10 s: 2,112
# reads/s (33.0 MiB/s), 1,407 writes/s (22.0 MiB/s), 4,500 fsyncs/s; all
# together 1.99 ms on average, p95 4.10 ms.
experiment "fileio" {
  load "fileio" {
    probe    = probe.fileio.random
    threads  = 16
    duration = var.duration
  }
}
