# Two programs and two configurations; the plan holds neither path nor port.
variable "pool" {
  default = "64MiB"
}
variable "new" {
  default = false
}

server "old" {
  version = "10.11"
  options = {
    innodb-buffer-pool-size = var.pool
    skip_name_resolve       = true
    max_connections         = var.pool == "64MiB" ? 50 : null
  }
  plugins = ["ha_rocksdb.so"]
}

server "new" {
  program = "/opt/mysql/bin/mysqld"
  port    = 3399
  dialect = "mysql"
}

target "db" {
  server   = var.new ? server.new : server.old
  database = "bench"
  session  = { sql_mode = "ANSI" }
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  target = target.db
  matrix {
    new  = [false, true]
    pool = ["64MiB", "1.5GiB"]
  }
  load "l" { mix = mix.m }
}
