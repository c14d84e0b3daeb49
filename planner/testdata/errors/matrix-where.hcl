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

experiment "where" {
  where = var.threads # ERROR 11-22: Wrong type: Here a bool is needed, but this is a number. With threads = 1.
  matrix { threads = [1, 2] }
  load "l" { mix = mix.m }
}
