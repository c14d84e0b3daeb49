# One row is deleted by its id; later events find ever fewer.

mix "oltp_delete" {
  schema = schema.sbtest

  transaction "oltp_delete" {
    autocommit = true

    let { t = any(table.sbtest) }
    query "delete" {
      prepare = local.prepare
      sql     = "DELETE FROM ${let.t} WHERE id=?"
      args    = [local.id]
    }
  }
}

experiment "oltp_delete" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_delete
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
