variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

target "port" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  port     = var.port
}

experiment "f" {
  target = target.prt # ERROR 12-22: Unknown target: There is no target "target.prt" here. Did you mean "port"?
  load "l" { mix = mix.m }
}
