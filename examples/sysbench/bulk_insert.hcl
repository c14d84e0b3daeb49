# Each worker fills a table of its own with rows (1, 1), (2, 2), … in statements
# of about half a MiB. sysbench calls a row an event; here an event is one
# statement, which is what takes time, and `events` is still a number of rows.

locals {
  bulk_rows = 26000 # of up to 20 bytes: eight digits twice, and signs
}

schema "bulk_insert" {
  table "sbtest" {
    copies      = var.threads
    primary_key = ["id"]

    column "id" { type = "int" }
    column "k" {
      type    = "int"
      default = 0
    }
  }
}

mix "bulk_insert" {
  schema = schema.bulk_insert

  transaction "bulk_insert" {
    autocommit = true

    query "insert" {
      count = local.bulk_rows
      # Each worker has every worker.count-th number of the sequence.
      let { id = int((sequence(0) - worker.index) / worker.count) + 1 }
      batch = "512KiB"
      sql   = "INSERT INTO ${table.sbtest[worker.index]} VALUES(?,?)"
      args  = [let.id, let.id]
    }
  }
}

experiment "bulk_insert" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed
  data   = "fresh" # ids begin at 1 in each run

  load "sysbench" {
    mix      = mix.bulk_insert
    threads  = var.threads
    events   = var.events > 0 ? ceil(var.events / local.bulk_rows) : null
    warmup   = local.warmup
    duration = local.duration

    errors { retry = local.retry }
  }
}
