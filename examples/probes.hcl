# What the machine can do by itself, without any database.
#
#   assay run examples/probes.hcl cpu
#   assay run examples/probes.hcl cpu --var duration=30s
#   assay run examples/probes.hcl --all

variable "duration" {
  type    = string
  default = "2s"
}

variable "cpu_method" {
  type    = string
  default = "primes"
}

probe "cpu" "cpu" {
  cpu_max_prime = 10000
  cpu_method    = var.cpu_method
}

experiment "cpu" {
  description = "Trial division, as sysbench's cpu test does it, beside arithmetic that keeps a wide processor busy."

  matrix {
    cpu_method = ["primes", "integer", "float"]
  }
  load "cpu" {
    probe    = probe.cpu.cpu
    threads  = host.cpus
    warmup   = "100ms"
    duration = var.duration
  }
}

variable "working_set" {
  type    = string
  default = "16KiB"
}

variable "memory_method" {
  type    = string
  default = "triad"
}

probe "memory" "working_set" {
  memory_method     = var.memory_method
  memory_block_size = var.working_set
  memory_scope      = "local"
  memory_total_size = 0 # for as long as the load lasts
}

experiment "memory" {
  description = "Bandwidth and latency from the first cache to main memory. The facts of the run have the sizes of the caches."

  matrix {
    memory_method = ["copy", "triad", "chase"]
    working_set   = ["16KiB", "512KiB", "8MiB", "128MiB"]
  }
  load "memory" {
    probe    = probe.memory.working_set
    duration = var.duration
  }
}

variable "workers" {
  type    = number
  default = 1
}

probe "threads" "scheduler" {}

experiment "threads" {
  description = "How the scheduler copes with more threads than processors, as sysbench's threads test sees it."

  matrix {
    workers = [1, 4, 16, 64]
  }
  load "threads" {
    probe    = probe.threads.scheduler
    threads  = var.workers
    duration = var.duration
  }
}

variable "mutex_loops" {
  type    = number
  default = 10000
}

probe "mutex" "locks" {
  mutex_num   = 64
  mutex_loops = var.mutex_loops
}

experiment "mutex" {
  description = "How long threads take for 50,000 locks each, as sysbench's mutex test sees it: with much work between them, and with little."

  matrix {
    mutex_loops = [100, 10000]
  }
  load "mutex" {
    probe   = probe.mutex.locks
    threads = 4
  }
}

variable "directory" {
  type        = string
  default     = "/var/tmp"
  description = "Where the files of the log are."
}

variable "fsync_mode" {
  type    = string
  default = "fdatasync"
}

probe "fsync" "log" {
  fsync_directory = var.directory
  fsync_mode      = var.fsync_mode
}

experiment "fsync" {
  description = "How long a database waits for its log, and how much of that is the sync."

  matrix {
    fsync_mode = ["fdatasync", "dsync", "none"]
  }
  load "fsync" {
    probe    = probe.fsync.log
    duration = var.duration
  }
}

variable "network_way" {
  type    = string
  default = "tcp"
}

probe "network" "statement" {
  network_way    = var.network_way
  network_answer = "200B"
}

experiment "network" {
  description = "The round trip of a small query, over TCP and over a Unix socket of this machine."

  matrix {
    network_way = ["tcp", "unix"]
  }
  load "network" {
    probe    = probe.network.statement
    duration = var.duration
  }
}

variable "clock_method" {
  type    = string
  default = "read"
}

probe "clock" "clock" {
  clock_method = var.clock_method
}

experiment "clock" {
  description = "What a reading of the clock costs, and how late sleepers wake."

  matrix {
    clock_method = ["read", "sleep", "go"]
  }
  load "clock" {
    probe    = probe.clock.clock
    duration = var.duration
  }
}
