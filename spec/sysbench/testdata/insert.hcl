# Made from: sysbench oltp_insert.lua --auto_inc=off --events=10 --time=0 --reconnect=5 run

variable "threads" {
  type    = number
  default = 1
}

variable "events" {
  type    = number
  default = 10
}

module "sysbench" {
  source = "assay/sysbench"

  db_driver = "mysql"
  auto_inc  = false
}

experiment "oltp_insert" {
  target = module.sysbench.target.mysql
  data   = "fresh" # or a second run would insert the same ids

  load "sysbench" {
    mix       = module.sysbench.mix.oltp_insert
    threads   = var.threads
    events    = var.events
    reconnect = 5
  }
}
