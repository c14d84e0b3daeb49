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

experiment "list" {
  matrix { threads = 4 } # ERROR 22-23: Wrong type: The values of a factor stand in a list, such as [1, 2, 4]; this is a number.
  load "l" { mix = mix.m }
}
