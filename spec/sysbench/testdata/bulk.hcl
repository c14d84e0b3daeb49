# Made from: sysbench bulk_insert --threads=2 --events=1000 prepare

variable "threads" {
  type    = number
  default = 2
}

variable "events" {
  type    = number
  default = 1000
}

variable "time" {
  type    = number
  default = 10
}

module "sysbench" {
  source = "assay/sysbench"

  db_driver = "mysql"
  threads   = var.threads # a table for each
}

experiment "bulk_insert" {
  target = module.sysbench.target.mysql
  data   = "fresh" # or a second run would insert the same ids

  load "sysbench" {
    mix      = module.sysbench.mix.bulk_insert
    threads  = var.threads
    events   = var.events
    duration = "${var.time}s"
  }
}
