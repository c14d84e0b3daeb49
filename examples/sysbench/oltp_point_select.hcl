# One row by its id.

mix "oltp_point_select" {
  schema = schema.sbtest

  transaction "oltp_point_select" {
    autocommit = true

    let { t = any(table.sbtest) }
    query "point" {
      prepare = local.prepare
      sql     = "SELECT c FROM ${let.t} WHERE id=?"
      args    = [local.id]
    }
  }
}

experiment "oltp_point_select" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_point_select
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
