variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

target "plain" { # ERROR 8-15: Password in plain sight: A password comes from a variable with `sensitive = true`, as in password = var.password, and its value from a
  driver   = "mysql"
  user     = "u"
  password = "hunter3"
  database = "d"
  port     = 70000 # ERROR 14-19: Invalid port: A port is a whole number from 1 to 65535.
}
