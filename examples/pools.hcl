# Three pools of connections side by side: those that work, those that are open
# and idle, as application servers keep them, and those that come and go. What
# do the idle and the new ones cost the ones that work?
#
#   assay run examples/pools.hcl --target mariadb://root@localhost/test
#   assay run examples/pools.hcl --var idle=1000 --var churn=0 --target …

variable "active" {
  type        = number
  default     = 8
  description = "Connections that work without a pause."
}

variable "idle" {
  type        = number
  default     = 32
  description = "Connections that are open and do nothing."
}

variable "churn" {
  type        = number
  default     = 20
  description = "New connections per second, each for one event."
}

variable "rows" {
  type    = number
  default = 20000
}

variable "duration" {
  type    = string
  default = "10s"
}

module "shop" {
  source = "assay/quickstart"
  rows   = var.rows
}

experiment "pools" {
  load "active" {
    mix      = module.shop.mix.shopping
    threads  = var.active
    warmup   = "1s"
    duration = var.duration
  }
  load "idle" {
    mix      = module.shop.mix.shopping
    threads  = var.idle
    rate     = 0
    warmup   = "1s"
    duration = var.duration
  }
  load "churning" {
    mix       = module.shop.mix.shopping
    threads   = 4
    rate      = var.churn
    reconnect = "transaction"
    warmup    = "1s"
    duration  = var.duration
  }
}
