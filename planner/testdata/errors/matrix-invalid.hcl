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

experiment "invalid" {
  matrix { engine = ["InnoDB", "MyISAM"] } # ERROR 32-40: Invalid value for variable "engine": There is no engine MyISAM here. (The rule is at testdata/errors/matrix-invalid.hcl, line 10.)
  load "l" { mix = mix.m }
}
