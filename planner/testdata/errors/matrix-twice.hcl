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

experiment "twice" {
  matrix { threads = [1, 2, 1] } # ERROR 29-30: Value given twice: The value 1 of factor "threads" is in the list already. To run a cell several times set `repeat`.
  load "l" { mix = mix.m }
}
