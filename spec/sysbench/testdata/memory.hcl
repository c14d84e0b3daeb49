# Made from: sysbench --test=memory --memory-block-size=64K --memory-total-size=300G --memory-oper=read --memory-hugetlb=off --num-threads=4 run

variable "threads" {
  type    = number
  default = 4
}

variable "time" {
  type    = number
  default = 10
}

probe "memory" "sysbench" {
  memory_block_size = "64KiB"
  memory_total_size = "300GiB"
  memory_oper       = "read"
  memory_hugetlb    = false
}

experiment "memory" {
  load "sysbench" {
    probe    = probe.memory.sysbench
    threads  = var.threads
    duration = "${var.time}s"
  }
}
