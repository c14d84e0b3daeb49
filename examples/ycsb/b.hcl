# B, read mostly: 95 reads to 5 updates.

mix "b" {
  schema = schema.ycsb

  transaction "read" {
    weight     = 95
    autocommit = true

    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [local.key]
    }
  }

  transaction "update" {
    weight     = 5
    autocommit = true

    query "update" {
      sql  = "UPDATE ${table.usertable} SET field0 = ? WHERE ycsb_key = ?"
      args = [local.field, local.key]
    }
  }
}

experiment "b" {
  load "clients" {
    mix      = mix.b
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
