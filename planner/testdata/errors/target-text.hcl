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

experiment "g" {
  target = "port" # ERROR 12-18: Not a reference: Here a target is named without quotes, as in target.NAME.
  load "l" { mix = mix.m }
}
