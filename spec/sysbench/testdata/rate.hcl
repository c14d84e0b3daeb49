# Made from: sysbench oltp_point_select --threads=32 --rate=5000 --time=30 run

variable "threads" {
  type    = number
  default = 32
}

variable "rate" {
  type    = number
  default = 5000
}

variable "time" {
  type    = number
  default = 30
}

module "sysbench" {
  source = "assay/sysbench"

  db_driver = "mysql"
}

experiment "oltp_point_select" {
  target = module.sysbench.target.mysql

  load "sysbench" {
    mix      = module.sysbench.mix.oltp_point_select
    threads  = var.threads
    rate     = var.rate
    duration = "${var.time}s"
  }
}
