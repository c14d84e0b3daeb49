variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

target "maria" {
  driver   = "mariadb" # ERROR 14-23: Unknown driver: MariaDB is reached by driver = "mysql" with dialect = "mariadb".
  user     = "u"
  database = "d"
}

target "driver" { # ERROR 8-16: Incomplete target: A target with driver "mysql" needs the attribute "user".
  driver = "mysq" # ERROR 12-18: Unknown driver: "mysq" is no driver; it must be "mysql", "sqlite" or "null". Did you mean "mysql"?
}
