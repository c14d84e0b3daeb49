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

experiment "none" {
  where = var.threads > 2 # ERROR 11-26: No cell is left: The condition leaves out every cell of the matrix, so there is nothing to run.
  matrix { threads = [1, 2] }
  load "l" { mix = mix.m }
}
