# Users who do not wait for each other: an open loop. Events are due at random
# instants, so many a second on average, whether or not the database keeps up,
# and what users wait counts from there. Three rates on the embedded database:
#
#   assay run examples/arrivals.hcl
#   assay run examples/arrivals.hcl --only rate=1000 --var arrivals=constant

variable "rate" {
  type        = number
  default     = 200
  description = "Events per second."
}

variable "arrivals" {
  type        = string
  default     = "poisson"
  description = "poisson, as independent users come, or constant."
}

variable "threads" {
  type        = number
  default     = 8
  description = "How many events may run at the same time."
}

variable "rows" {
  type    = number
  default = 20000
}

variable "duration" {
  type    = string
  default = "5s"
}

module "shop" {
  source = "assay/quickstart"
  rows   = var.rows
}

experiment "arrivals" {
  description = "Response times of a shop at three rates."

  matrix {
    rate = [200, 400, 800]
  }

  load "visitors" {
    mix      = module.shop.mix.shopping
    threads  = var.threads
    rate     = var.rate
    arrivals = var.arrivals
    overload = "drop" # those who have waited for two seconds go away
    max_wait = "2s"
    warmup   = "1s"
    duration = var.duration
  }
}
