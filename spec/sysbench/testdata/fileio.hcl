# Made from: sysbench fileio --file-total-size=2G --file-num=4 --file-test-mode=rndrw --file-rw-ratio=2 --file-extra-flags=sync,direct --validate prepare

variable "threads" {
  type    = number
  default = 1
}

variable "time" {
  type    = number
  default = 10
}

probe "fileio" "sysbench" {
  file_total_size  = "2GiB"
  file_num         = 4
  file_test_mode   = "rndrw"
  file_rw_ratio    = 2
  file_extra_flags = ["sync", "direct"]
  validate         = true
}

experiment "fileio" {
  load "sysbench" {
    probe    = probe.fileio.sysbench
    threads  = var.threads
    duration = "${var.time}s"
  }
}
