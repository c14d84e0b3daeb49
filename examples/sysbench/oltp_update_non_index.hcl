# Updates of a column without an index.

mix "oltp_update_non_index" {
  schema = schema.sbtest

  transaction "oltp_update_non_index" {
    autocommit = true

    group "non_index_updates" {
      let { t = any(table.sbtest) }
      query "non_index_update" {
        count   = var.non_index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET c=? WHERE id=?"
        args    = [local.c, local.id]
      }
    }
  }
}

experiment "oltp_update_non_index" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_update_non_index
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
