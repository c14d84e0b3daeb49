# YCSB's core workloads A to F (Cooper et al., "Benchmarking Cloud Serving
# Systems with YCSB", SoCC 2010) on one table of ten fields. The request
# distribution is zipfian with YCSB's constant 0.99; keys are scattered by a
# permutation, so that hot records are not neighbours.
#
#   assay run examples/ycsb a --var rows=100000
#   assay run examples/ycsb --all

variable "rows" {
  type    = number
  default = 10000
}

variable "threads" {
  type    = number
  default = 4
}

variable "theta" {
  type        = number
  default     = 0.99
  description = "The skew of the zipfian requests; 0 is uniform."
}

variable "scan_length" {
  type        = number
  default     = 100
  description = "The longest scan of workload E; lengths are uniform from 1."
}

variable "warmup" {
  type    = string
  default = "2s"
}

variable "duration" {
  type    = string
  default = "10s"
}

locals {
  # Multiplying by a prime scatters the ranks over the keys; it is a bijection
  # as long as the prime does not divide the number of rows.
  key   = zipf(0, var.rows - 1, var.theta) * 7919 % var.rows + 1
  field = letters(100)
}
