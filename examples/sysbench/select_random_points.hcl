# Rows of the first table by values of k, from the worker's own share of them.

locals {
  # Worker w of W has the values from w·L to w·L + L, where L = table_size ÷ W.
  share = var.table_size / worker.count
  first = int(local.share * worker.index)
  last  = int(local.share * worker.index + local.share)
  point = (
    var.rand_type == "uniform" ? uniform(local.first, local.last) :
    var.rand_type == "gaussian" ? gaussian(local.first, local.last, var.rand_spec_iter) :
    var.rand_type == "pareto" ? pareto(local.first, local.last, var.rand_pareto_h) :
    var.rand_type == "zipfian" ? zipf(local.first, local.last, var.rand_zipfian_exp) :
    special(local.first, local.last, var.rand_spec_iter, var.rand_spec_pct, var.rand_spec_res)
  )
}

mix "select_random_points" {
  schema = schema.sbtest

  transaction "select_random_points" {
    autocommit = true

    query "points" {
      prepare = local.prepare
      sql     = "SELECT id, k, c, pad FROM ${table.sbtest[0]} WHERE k IN (${join(", ", [for i in range(var.random_points) : "?"])})"
      args    = [for i in range(var.random_points) : local.point]
    }
  }
}

experiment "select_random_points" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.select_random_points
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
