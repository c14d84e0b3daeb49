# Made from: sysbench oltp_read_write --tables=4 --table-size=20000 --threads=16 --time=60 --warmup-time=5 --thread-init-timeout=20 --rand-type=pareto --skip_trx --mysql-host=db1,db2 --mysql-user=bench --mysql-password=… --mysql-ignore-errors=1213,1062 --forced-shutdown=10% --rand-seed=7 run

variable "threads" {
  type    = number
  default = 16
}

variable "warmup_time" {
  type    = number
  default = 5
}

variable "time" {
  type    = number
  default = 60
}

variable "tables" {
  type    = number
  default = 4
}

variable "table_size" {
  type    = number
  default = 20000
}

variable "mysql_password" {
  type        = string
  sensitive   = true
  description = "Given as ASSAY_VAR_mysql_password."
}

module "sysbench" {
  source = "assay/sysbench"

  db_driver      = "mysql"
  tables         = var.tables
  table_size     = var.table_size
  rand_type      = "pareto"
  skip_trx       = true
  mysql_host     = "db1,db2"
  mysql_user     = "bench"
  mysql_password = var.mysql_password
}

experiment "oltp_read_write" {
  target = module.sysbench.target.mysql
  seed   = 7

  load "sysbench" {
    mix           = module.sysbench.mix.oltp_read_write
    threads       = var.threads
    warmup        = "${var.warmup_time}s"
    duration      = "${var.time}s"
    grace         = "6000ms"
    start_timeout = "20s"

    errors {
      retry = [1213, 1062]
    }
  }
}
