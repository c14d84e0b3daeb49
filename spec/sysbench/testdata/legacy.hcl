# Made from: sysbench --test=oltp --num-threads=64 --max-requests=200000 --oltp-test-mode=nontrx --oltp-nontrx-mode=update_key --oltp-num-tables=16 --oltp-reconnect-mode=transaction run

variable "threads" {
  type    = number
  default = 64
}

variable "events" {
  type    = number
  default = 200000
}

variable "oltp_num_tables" {
  type    = number
  default = 16
}

module "sysbench" {
  source = "assay/sysbench-0.4"

  db_driver        = "mysql"
  oltp_nontrx_mode = "update_key"
  oltp_num_tables  = var.oltp_num_tables
}

experiment "nontrx" {
  target = module.sysbench.target.mysql

  load "sysbench" {
    mix       = module.sysbench.mix.nontrx
    threads   = var.threads
    events    = var.events
    reconnect = "transaction"
  }
}
