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

experiment "sensitive" {
  matrix { secret = ["a"] } # ERROR 12-18: Sensitive factor: Variable "secret" is sensitive, and factors are written into plan and results.
  load "l" { mix = mix.m }
}
