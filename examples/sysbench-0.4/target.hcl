# Where it runs. Without any address it is the embedded SQLite, for a first try.

locals {
  addresses = compact([var.mysql_host, var.mysql_port, var.mysql_socket, var.mysql_user, var.mysql_db])
  driver    = coalesce(var.db_driver, length(local.addresses) > 0 ? "mysql" : "sqlite")

  # Ports change fastest, as workers take the addresses in turn. The client of
  # MySQL takes "localhost" for a socket; here it is TCP like any other name.
  hosts = var.mysql_socket != null ? split(",", var.mysql_socket) : flatten([
    for host in split(",", coalesce(var.mysql_host, "localhost")) : [
      for port in split(",", coalesce(var.mysql_port, "3306")) : "${host}:${port}"
    ]
  ])
}

target "mysql" {
  driver   = "mysql"
  dialect  = local.driver == "mariadb" ? "mariadb" : "mysql"
  hosts    = local.hosts
  user     = coalesce(var.mysql_user, "sbtest")
  password = var.mysql_password
  database = coalesce(var.mysql_db, "sbtest")
}

target "embedded" {
  driver = "sqlite"

  session = {
    journal_mode = "wal"
    synchronous  = "normal"
    busy_timeout = 5000
  }
}
