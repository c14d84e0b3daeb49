# Rows of the first table counted in ranges of k, which begin in the worker's
# own share as those of select_random_points do.

mix "select_random_ranges" {
  schema = schema.sbtest

  transaction "select_random_ranges" {
    autocommit = true

    query "ranges" {
      let { lows = [for i in range(var.number_of_ranges) : local.point] }
      prepare = local.prepare
      sql     = "SELECT count(k) FROM ${table.sbtest[0]} WHERE ${join(" OR ", [for i in range(var.number_of_ranges) : "k BETWEEN ? AND ?"])}"
      args    = [for i in range(2 * var.number_of_ranges) : let.lows[floor(i / 2)] + i % 2 * var.delta] # low, high, low, high, …
    }
  }
}

experiment "select_random_ranges" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.select_random_ranges
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
