variable "path" {
  default = "/opt/a/bin/mariadbd"
}
server "program" {
  program = "postgres" # ERROR 13-23: Unknown server program: "postgres" is neither mariadbd nor mysqld
  version = "new" # ERROR 13-18: Invalid version constraint: "new" is no version.
  port    = 70000 # ERROR 13-18: Invalid port: A port is a whole number from 1 to 65535, or "any"
  dialect = "mysql"
}
server "relative" {
  program = "bin/mariadbd" # ERROR 13-27: Relative path: The path of a program is absolute
  plugins = ["../evil.so"] # ERROR 13-27: Invalid plugin: "../evil.so" is no name
}
server "options" {
  options = {
    datadir             = "/tmp" # ERROR 27-33: Reserved option: Assay sets the option "datadir" itself
    port                = 3307   # ERROR 27-31: Reserved option: Assay sets the option "port" itself, so that the server is private and nothing is left behind. Set `port` of the server.
    sync_binlog         = 1
    "sync-binlog"       = 0      # ERROR 27-28: Option given twice
    "--max_connections" = 10     # ERROR 27-29: Invalid option: "--max_connections" is no name of an option
    sql_mode            = "A\nB" # ERROR 27-33: Invalid option: The value of an option is one line
    optimizer_switch    = ["a"]  # ERROR 27-32: Wrong type: The value of an option is text, a number or a bool
    max_heap            = null
  }
}
server "moving" {
  program = var.path
}
server "fine" {
  dialect = "postgres" # ERROR 13-23: Unknown dialect of a server: "postgres" is no dialect of a server
}
target "addressed" {
  server   = server.moving
  host     = "a"    # ERROR 14-17: Attribute without effect: A target with a server has no host
  password = "p"    # ERROR 14-17: Attribute without effect: A target with a server has no password
  driver   = "null" # ERROR 14-20: Wrong driver
}
target "unknown" {
  server = server.missing # ERROR 12-26: Unknown server: There is no server "server.missing" here.
}
target "quoted" {
  server = "moving" # ERROR 12-20: Not a reference
}
target "spoken" {
  server = server.fine
}
target "moving" {
  server = server.moving
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "paths" {
  target = target.moving
  matrix { path = ["/opt/a/bin/mariadbd", "/opt/b/bin/mariadbd"] }
  load "l" { mix = mix.m }
}
# ERROR @26 8-16: Path or port depends on a factor
