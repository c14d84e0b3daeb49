# E, short ranges: 95 scans to 5 inserts.

mix "e" {
  schema = schema.ycsb

  transaction "scan" {
    weight     = 95
    autocommit = true

    query "scan" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key >= ? ORDER BY ycsb_key LIMIT ?"
      args = [local.key, uniform(1, var.scan_length)]
    }
  }

  transaction "insert" {
    weight     = 5
    autocommit = true

    query "insert" {
      sql  = "INSERT INTO ${table.usertable} (ycsb_key, field0, field1, field2, field3, field4, field5, field6, field7, field8, field9) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      args = [sequence(var.rows + 1), local.field, local.field, local.field, local.field, local.field, local.field, local.field, local.field, local.field, local.field]
    }
  }
}

experiment "e" {
  data = "fresh"

  load "clients" {
    mix      = mix.e
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
