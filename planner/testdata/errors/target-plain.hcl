variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

variable "plain" {
  type    = string
  default = ""
}

variable "null" {
  type    = string
  default = null
}

target "empty" { # ERROR 8-15: Password in plain sight: A password comes from a variable with `sensitive = true`, as in password = var.password, and
  driver   = "mysql"
  user     = "u"
  password = var.plain
  database = "d"
}

target "null" { # ERROR 8-14: Password in plain sight: A password comes from a variable
  driver   = "mysql"
  user     = "u"
  password = var.null
  database = "d"
}

target "none" {
  driver   = "mysql"
  user     = "u"
  password = ""
  database = "d"
}

target "hosts" {
  driver   = "mysql"
  database = "d"
  hosts    = [{ host = "a", user = "u", password = var.plain }] # ERROR 14-64: Password in plain sight: A password comes from a variable
}

target "plain" { # ERROR 8-15: Password in plain sight: A password comes from a variable with `sensitive = true`, as in password = var.password, and its value from a
  driver   = "mysql"
  user     = "u"
  password = "hunter3"
  database = "d"
  port     = 70000 # ERROR 14-19: Invalid port: A port is a whole number from 1 to 65535.
}
