# Made from: sysbench mutex --mutex-num=8 --threads=16 --time=5 run

variable "threads" {
  type    = number
  default = 16
}

probe "mutex" "sysbench" {
  mutex_num = 8
}

experiment "mutex" {
  load "sysbench" {
    probe   = probe.mutex.sysbench
    threads = var.threads
  }
}
