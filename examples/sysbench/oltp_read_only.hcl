# The reads of oltp_read_write.

mix "oltp_read_only" {
  schema = schema.sbtest

  transaction "oltp_read_only" {
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
  }
}

experiment "oltp_read_only" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix       = mix.oltp_read_only
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
