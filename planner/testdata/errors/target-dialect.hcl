variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

target "dialect" {
  driver  = "sqlite"
  dialect = "mariadb" # ERROR 13-22: Unknown dialect of driver sqlite: "mariadb" is no dialect of driver sqlite; it must be "sqlite".
  socket  = "/x" # ERROR 13-17: Attribute without effect: A target with driver "sqlite" has no socket; remove the line.
}
