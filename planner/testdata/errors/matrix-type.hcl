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

experiment "type" {
  matrix { threads = [1, "two"] } # ERROR 26-31: Wrong type for variable "threads": Here a number is needed, but this is a string.
  load "l" { mix = mix.m }
}
