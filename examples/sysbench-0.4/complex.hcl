# The transaction of 19 reads and writes, all in one table. The index update
# before the pair has the same id as the pair.

mix "complex" {
  schema = schema.sbtest

  transaction "complex" {
    autocommit = var.oltp_skip_trx

    let { t = any(table.sbtest) }
    group "reads" {
      when = !var.oltp_write_only
      query "point" {
        count   = var.oltp_point_selects
        prepare = local.prepare
        sql     = "SELECT c FROM ${let.t} WHERE id=?"
        args    = [local.id]
      }
      group "ranges" {
        when = var.oltp_range_selects
        query "simple" {
          let { from = local.from }
          count   = var.oltp_simple_ranges
          prepare = local.prepare
          sql     = "SELECT c FROM ${let.t} WHERE id BETWEEN ? AND ?"
          args    = [let.from, let.from + var.oltp_range_size - 1]
        }
        query "sum" {
          let { from = local.from }
          count   = var.oltp_sum_ranges
          prepare = local.prepare
          sql     = "SELECT SUM(k) FROM ${let.t} WHERE id BETWEEN ? AND ?"
          args    = [let.from, let.from + var.oltp_range_size - 1]
        }
        query "order" {
          let { from = local.from }
          count   = var.oltp_order_ranges
          prepare = local.prepare
          sql     = "SELECT c FROM ${let.t} WHERE id BETWEEN ? AND ? ORDER BY c"
          args    = [let.from, let.from + var.oltp_range_size - 1]
        }
        query "distinct" {
          let { from = local.from }
          count   = var.oltp_distinct_ranges
          prepare = local.prepare
          sql     = "SELECT DISTINCT c FROM ${let.t} WHERE id BETWEEN ? AND ? ORDER BY c"
          args    = [let.from, let.from + var.oltp_range_size] # one id more
        }
      }
    }
    group "writes" {
      when = !var.oltp_read_only
      let { id = local.id }
      query "index_update" {
        count   = var.oltp_index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET k=k+1 WHERE id=?"
        args    = [local.id]
      }
      query "non_index_update" {
        count   = var.oltp_non_index_updates
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET c=? WHERE id=?"
        args    = [local.c, local.id]
      }
      query "extra_update" {
        prepare = local.prepare
        sql     = "UPDATE ${let.t} SET k=k+1 WHERE id=?"
        args    = [let.id]
      }
      query "delete" {
        prepare = local.prepare
        sql     = "DELETE FROM ${let.t} WHERE id=?"
        args    = [let.id]
      }
      query "insert" {
        prepare = local.prepare
        sql     = "INSERT INTO ${let.t} VALUES (?, 0, ' ', ?)"
        args    = [let.id, local.pad]
      }
    }
  }
}

experiment "complex" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix      = mix.complex
    threads  = var.num_threads
    events   = local.events
    rate     = local.rate
    arrivals = "constant"
    duration = local.duration
  }
}
