# C, read only.

mix "c" {
  schema = schema.ycsb

  transaction "read" {
    weight     = 100
    autocommit = true

    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [local.key]
    }
  }
}

experiment "c" {
  load "clients" {
    mix      = mix.c
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
