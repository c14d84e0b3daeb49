# Made from: sysbench --test=oltp --num-threads=8 --tx-rate=100 run

variable "threads" {
  type    = number
  default = 8
}

variable "events" {
  type    = number
  default = 10000
}

variable "rate" {
  type    = number
  default = 100
}

module "sysbench" {
  source = "assay/sysbench-0.4"

  db_driver = "mysql"
}

experiment "complex" {
  target = module.sysbench.target.mysql

  load "sysbench" {
    mix      = module.sysbench.mix.complex
    threads  = var.threads
    events   = var.events
    rate     = var.rate
    arrivals = "constant"
  }
}
