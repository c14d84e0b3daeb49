# Made from: sysbench cpu --cpu-max-prime=20000 --threads=8 --time=60 --rand-seed=3 run

variable "threads" {
  type    = number
  default = 8
}

variable "time" {
  type    = number
  default = 60
}

probe "cpu" "sysbench" {
  cpu_max_prime = 20000
}

experiment "cpu" {
  seed = 3

  load "sysbench" {
    probe    = probe.cpu.sysbench
    threads  = var.threads
    duration = "${var.time}s"
  }
}
