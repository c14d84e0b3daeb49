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

experiment "e" {
  target = target.db # ERROR 12-21: Unknown target: There is no target "target.db" here. There is port.~
  load "l" { mix = mix.m }
}

experiment "f" {
  target = target.prt # ERROR 12-22: Unknown target: There is no target "target.prt" here. Did you mean "port"?
  load "l" { mix = mix.m }
}
