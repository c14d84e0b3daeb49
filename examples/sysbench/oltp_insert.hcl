# One row is inserted as plain text, whatever db_ps_mode says. Without auto_inc
# the ids are drawn over the whole of the type, each once, into tables that are
# made anew and empty for each run.

mix "oltp_insert" {
  schema = schema.oltp_insert

  transaction "oltp_insert" {
    autocommit = true

    let { t = any(table.sbtest) }
    query "insert" {
      prepare = false
      sql     = "INSERT INTO ${let.t} (id, k, c, pad) VALUES (?, ?, ?, ?)"
      args    = [local.new_id, local.id, local.c, local.pad]
    }
  }
}

locals {
  numbered = target.dialect == "sqlite" ? null : 0 # what has the server number the row
  new_id   = var.auto_inc ? local.numbered : unique() - 2147483648
}

schema "oltp_insert" {
  table "sbtest" {
    copies      = var.tables
    rows        = var.auto_inc ? var.table_size : 0
    engine      = local.engine
    options     = var.create_table_options
    primary_key = local.primary_key

    column "id" {
      type           = "int"
      auto_increment = var.auto_inc
      value          = self.row
    }
    column "k" {
      type    = "int"
      default = 0
      value   = local.id
    }
    column "c" {
      type    = "char(120)"
      default = ""
      value   = local.c
    }
    column "pad" {
      type    = "char(60)"
      default = ""
      value   = local.pad
    }
    index "xid" {
      columns = ["id"]
      name    = "xid"
      when    = var.secondary
    }
    index "k" {
      columns = ["k"]
      build   = "after_load"
      when    = var.create_secondary
    }
  }
}

experiment "oltp_insert" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed
  data   = var.auto_inc ? "reuse" : "fresh"

  load "sysbench" {
    mix       = mix.oltp_insert
    threads   = var.threads
    events    = local.events
    rate      = local.rate
    warmup    = local.warmup
    duration  = local.duration
    reconnect = local.reconnect

    errors { retry = local.retry }
  }
}
