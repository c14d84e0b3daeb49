# A, update heavy: half reads, half updates.

mix "a" {
  schema = schema.ycsb

  transaction "read" {
    weight     = 50
    autocommit = true

    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [local.key]
    }
  }

  transaction "update" {
    weight     = 50
    autocommit = true

    query "update" {
      sql  = "UPDATE ${table.usertable} SET field0 = ? WHERE ycsb_key = ?"
      args = [local.field, local.key]
    }
  }
}

experiment "a" {
  load "clients" {
    mix      = mix.a
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
