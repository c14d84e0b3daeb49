# One statement by itself, of the kind that oltp_nontrx_mode names.

locals {
  numbered = target.dialect == "sqlite" ? null : 0 # what has the server number the row
  new_id   = var.oltp_auto_inc ? local.numbered : sequence(var.oltp_table_size + 1)
}

mix "nontrx" {
  schema = schema.sbtest

  transaction "select" {
    weight     = var.oltp_nontrx_mode == "select" ? 1 : 0
    autocommit = true

    let { t = any(table.sbtest) }
    query "pad" {
      prepare = local.prepare
      sql     = "SELECT pad FROM ${let.t} WHERE id=?"
      args    = [local.id]
    }
  }

  transaction "update_key" {
    weight     = var.oltp_nontrx_mode == "update_key" ? 1 : 0
    autocommit = true

    let { t = any(table.sbtest) }
    query "index_update" {
      prepare = local.prepare
      sql     = "UPDATE ${let.t} SET k=k+1 WHERE id=?"
      args    = [local.id]
    }
  }

  transaction "update_nokey" {
    weight     = var.oltp_nontrx_mode == "update_nokey" ? 1 : 0
    autocommit = true

    let { t = any(table.sbtest) }
    query "non_index_update" {
      prepare = local.prepare
      sql     = "UPDATE ${let.t} SET c=? WHERE id=?"
      args    = [local.c, local.id]
    }
  }

  transaction "insert" {
    weight     = var.oltp_nontrx_mode == "insert" ? 1 : 0
    autocommit = true

    let { t = any(table.sbtest) }
    query "insert" {
      prepare = local.prepare
      sql     = "INSERT INTO ${let.t} VALUES (?, 0, ' ', ?)"
      args    = [local.new_id, local.pad]
    }
  }

  transaction "delete" {
    weight     = var.oltp_nontrx_mode == "delete" ? 1 : 0
    autocommit = true

    let { t = any(table.sbtest) }
    query "delete" {
      prepare = local.prepare
      sql     = "DELETE FROM ${let.t} WHERE id=?"
      args    = [local.id]
    }
  }
}

experiment "nontrx" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix      = mix.nontrx
    threads  = var.num_threads
    events   = local.events
    rate     = local.rate
    arrivals = "constant"
    duration = local.duration
  }
}
