# The target is a factor, and one of its levels is that of a module: each cell
# is planned for the dialect of its own.

variable "db" { default = "server" }

module "places" { source = "./places" }

target "remote" {
  driver   = "mysql"
  user     = "bench"
  database = "bench"
}

experiment "targets" {
  target = var.db == "lite" ? module.places.target.lite : target.remote

  matrix {
    db = ["lite", "server"]
  }
  load "inserts" {
    mix    = module.places.mix.insert
    events = 10
  }
}
