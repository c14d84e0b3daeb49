variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

target "two" { # ERROR 8-13: Incomplete target: A target with driver "mysql" needs the attribute "database".
  driver = "mysql"
  user   = "u"
  socket = "x" # ERROR 12-15: Invalid socket: The path of a socket is absolute: it begins with a slash.
  host   = "h" # ERROR 12-15: Two addresses: A target has either a socket or hosts, not both.
}
