# F, read-modify-write: half reads, half of these in one transaction.

mix "f" {
  schema = schema.ycsb

  transaction "read" {
    weight     = 50
    autocommit = true

    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [local.key]
    }
  }

  transaction "read_modify_write" {
    weight = 50

    let {
      key = local.key
    }
    query "read" {
      sql  = "SELECT * FROM ${table.usertable} WHERE ycsb_key = ?"
      args = [let.key]
    }
    query "update" {
      sql  = "UPDATE ${table.usertable} SET field0 = ? WHERE ycsb_key = ?"
      args = [local.field, let.key]
    }
  }
}

experiment "f" {
  load "clients" {
    mix      = mix.f
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
