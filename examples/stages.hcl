# A day in a minute: the rate of visitors changes while the load runs, and the
# archive tells the stages apart. On the embedded database:
#
#   assay run examples/stages.hcl
#   assay report --interval 5s

variable "rate" {
  type        = number
  default     = 400
  description = "Events per second by day."
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

variable "unit" {
  type        = number
  default     = 10
  description = "Length of a stage in seconds."
}

module "shop" {
  source = "assay/quickstart"
  rows   = var.rows
}

experiment "day" {
  description = "Response times of a shop from one night to the next."

  load "visitors" {
    mix     = module.shop.mix.shopping
    threads = var.threads
    rate    = var.rate / 10
    warmup  = "2s"

    stage "night" {
      duration = "${var.unit}s"
    }
    stage "morning" {
      duration = "${var.unit}s"
      rate     = var.rate
      shape    = "ramp"
    }
    stage "day" {
      duration  = "${2 * var.unit}s"
      rate      = var.rate
      shape     = "sine"
      amplitude = var.rate / 4
      period    = "${var.unit}s"
    }
    stage "news" {
      duration = "${var.unit}s"
      rate     = 3 * var.rate
      shape    = "spike"
    }
    stage "evening" {
      duration = "${var.unit}s"
      rate     = var.rate / 10
      shape    = "ramp"
    }
  }
}
