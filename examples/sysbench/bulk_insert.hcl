# Each worker fills a table of its own with rows (1, 1), (2, 2), … A row is an
# event; it is sent when the next does not fit into a statement of half a MiB.

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
      # Each worker has every worker.count-th number of the sequence.
      let { id = int((sequence(0) - worker.index) / worker.count) + 1 }
      batch = "524287B" # sysbench keeps a byte of its 512 KiB for the end
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
    events   = local.events
    rate     = local.rate
    warmup   = local.warmup
    duration = local.duration

    errors { retry = local.retry }
  }
}
