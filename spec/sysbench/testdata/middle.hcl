# Made from: sysbench --test=/usr/share/doc/sysbench/tests/db/oltp.lua --oltp-tables-count=3 --oltp-read-only=on --oltp-dist-type=uniform --max-time=30 --max-requests=0 run

variable "threads" {
  type    = number
  default = 1
}

variable "time" {
  type    = number
  default = 30
}

variable "tables" {
  type    = number
  default = 3
}

module "sysbench" {
  source = "assay/sysbench"

  db_driver = "mysql"
  tables    = var.tables
  rand_type = "uniform"
}

experiment "oltp_read_only" {
  target = module.sysbench.target.mysql

  load "sysbench" {
    mix      = module.sysbench.mix.oltp_read_only
    threads  = var.threads
    duration = "${var.time}s"
  }
}
