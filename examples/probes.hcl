# What the machine can do by itself, without any database.
#
#   assay run examples/probes.hcl cpu
#   assay run examples/probes.hcl cpu --var duration=30s

variable "duration" {
  type    = string
  default = "2s"
}

variable "cpu_method" {
  type    = string
  default = "primes"
}

probe "cpu" "cpu" {
  cpu_max_prime = 10000
  cpu_method    = var.cpu_method
}

experiment "cpu" {
  description = "Trial division, as sysbench's cpu test does it, beside arithmetic that keeps a wide processor busy."

  matrix {
    cpu_method = ["primes", "integer", "float"]
  }
  load "cpu" {
    probe    = probe.cpu.cpu
    threads  = host.cpus
    warmup   = "100ms"
    duration = var.duration
  }
}
