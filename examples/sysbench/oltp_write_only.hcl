# The writes of oltp_read_write.

mix "oltp_write_only" {
  schema = schema.sbtest

  transaction "oltp_write_only" {
    autocommit = var.skip_trx

    group "index_updates" {
      let { t = any(table.sbtest) }
      query "index_update" {
        count   = var.index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET k=k+1 WHERE id=?"
        args    = [local.id]
      }
    }
    group "non_index_updates" {
      let { t = any(table.sbtest) }
      query "non_index_update" {
        count   = var.non_index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET c=? WHERE id=?"
        args    = [local.c, local.id]
      }
    }
    group "delete_inserts" {
      let { t = any(table.sbtest) }
      group "pair" {
        count = var.delete_inserts
        let { id = local.id }
        query "delete" {
          prepare = local.prepare
          sql     = "DELETE FROM ${let.t} WHERE id=?"
          args    = [let.id]
        }
        query "insert" {
          prepare = local.prepare
          sql     = "INSERT INTO ${let.t} (id, k, c, pad) VALUES (?, ?, ?, ?)"
          args    = [let.id, local.id, local.c, local.pad]
        }
      }
    }
  }
}

experiment "oltp_write_only" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_write_only
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
