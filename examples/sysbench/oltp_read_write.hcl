# Each block of statements draws one table for all of its repetitions, so that
# a transaction may touch several.

mix "oltp_read_write" {
  schema = schema.sbtest

  transaction "oltp_read_write" {
    autocommit = var.skip_trx

    group "point_selects" {
      let { t = any(table.sbtest) }
      query "point" {
        count   = var.point_selects
        prepare = local.prepare
        sql     = "SELECT c FROM ${let.t} WHERE id=?"
        args    = [local.id]
      }
    }
    group "simple_ranges" {
      when = var.range_selects
      let { t = any(table.sbtest) }
      query "simple" {
        let { from = local.id }
        count   = var.simple_ranges
        prepare = local.prepare
        sql     = "SELECT c FROM ${let.t} WHERE id BETWEEN ? AND ?"
        args    = [let.from, let.from + var.range_size - 1]
      }
    }
    group "sum_ranges" {
      when = var.range_selects
      let { t = any(table.sbtest) }
      query "sum" {
        let { from = local.id }
        count   = var.sum_ranges
        prepare = local.prepare
        sql     = "SELECT SUM(k) FROM ${let.t} WHERE id BETWEEN ? AND ?"
        args    = [let.from, let.from + var.range_size - 1]
      }
    }
    group "order_ranges" {
      when = var.range_selects
      let { t = any(table.sbtest) }
      query "order" {
        let { from = local.id }
        count   = var.order_ranges
        prepare = local.prepare
        sql     = "SELECT c FROM ${let.t} WHERE id BETWEEN ? AND ? ORDER BY c"
        args    = [let.from, let.from + var.range_size - 1]
      }
    }
    group "distinct_ranges" {
      when = var.range_selects
      let { t = any(table.sbtest) }
      query "distinct" {
        let { from = local.id }
        count   = var.distinct_ranges
        prepare = local.prepare
        sql     = "SELECT DISTINCT c FROM ${let.t} WHERE id BETWEEN ? AND ? ORDER BY c"
        args    = [let.from, let.from + var.range_size - 1]
      }
    }
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

experiment "oltp_read_write" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_read_write
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
