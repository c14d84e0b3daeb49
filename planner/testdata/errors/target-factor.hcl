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

target "port" { # ERROR 8-14: Address depends on a factor: The address, user and password of a target are the same in all cells. Declare a target for each server.
  driver   = "mysql"
  user     = "u"
  database = "d"
  port     = var.port
}

experiment "e" {
  target = target.port
  matrix { port = [1, 2] }
  load "l" { mix = mix.m }
}
