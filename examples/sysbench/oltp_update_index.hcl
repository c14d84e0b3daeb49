# Updates of the indexed column.

mix "oltp_update_index" {
  schema = schema.sbtest

  transaction "oltp_update_index" {
    autocommit = true

    group "index_updates" {
      let { t = any(table.sbtest) }
      query "index_update" {
        count   = var.index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET k=k+1 WHERE id=?"
        args    = [local.id]
      }
    }
  }
}

experiment "oltp_update_index" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_update_index
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
