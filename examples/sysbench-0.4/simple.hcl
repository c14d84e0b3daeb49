# One point select by itself.

mix "simple" {
  schema = schema.sbtest

  transaction "simple" {
    autocommit = true

    let { t = any(table.sbtest) }
    query "point" {
      prepare = local.prepare
      sql     = "SELECT c FROM ${let.t} WHERE id=?"
      args    = [local.id]
    }
  }
}

experiment "simple" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix      = mix.simple
    threads  = var.num_threads
    events   = local.events
    rate     = local.rate
    arrivals = "constant"
    duration = local.duration
  }
}
