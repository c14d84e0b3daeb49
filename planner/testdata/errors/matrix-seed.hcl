variable "threads" {
  type    = number
  default = 1
}

variable "engine" {
  type    = string
  default = "InnoDB"
  validation {
    condition     = contains(["InnoDB", "RocksDB"], var.engine)
    error_message = "There is no engine ${var.engine} here."
  }
}

variable "secret" {
  sensitive = true
  default   = "hunter2"
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "seed" { # ERROR 1-18: Depends on a factor: Seed, repeat, order, data, labels and the like hold for all cells of an experiment and cannot depend on a
  seed = var.threads
  matrix { threads = [1, 2] }
  load "l" { mix = mix.m }
}
