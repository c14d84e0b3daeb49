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

experiment "depends" {
  matrix {
    engine  = ["InnoDB"]
    threads = [length(var.engine)] # ERROR 15-35: Factor depends on a factor: The values of a factor cannot depend on another factor. Use `where` to leave combinations out.
  }
  load "l" { mix = mix.m }
}
