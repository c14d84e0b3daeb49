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

experiment "unknown" {
  matrix { thread = [1, 2] } # ERROR 12-18: Factor is no variable: Each factor is a variable of the spec, and there is no variable "thread". Declare it, with the value for runs
  load "l" { mix = mix.m }
}
