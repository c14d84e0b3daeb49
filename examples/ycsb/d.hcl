# D, read latest: 95 reads of the newest loaded records to 5 inserts. The newest
# are those loaded last; records inserted during the run are not followed.

mix "d" {
  schema = schema.ycsb

  transaction "read" {
    weight     = 95
    autocommit = true

    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [var.rows + 1 - zipf(1, var.rows, var.theta)]
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

experiment "d" {
  data = "fresh"

  load "clients" {
    mix      = mix.d
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
