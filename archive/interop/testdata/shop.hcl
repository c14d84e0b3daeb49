# Transactions of several statements on the embedded database, with retries,
# rollbacks and a factor: what a reader of the archive has to cope with.
variable "threads" { default = 1 }
variable "duration" { default = "2s" }

schema "shop" {
  table "item" {
    rows        = 200
    primary_key = ["id"]
    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "stock" {
      type  = "int"
      value = uniform(0, 50)
    }
  }
}

mix "shop" {
  schema = schema.shop
  transaction "look" {
    weight     = 9
    autocommit = true
    think { time = "200us" } # so that a run is small
    query "stock" {
      sql  = "SELECT stock FROM item WHERE id = ?"
      args = [uniform(1, 200)]
    }
  }
  transaction "buy" {
    weight = 1
    let { id = uniform(1, 220) } # some are not there
    query "have" {
      sql      = "SELECT stock FROM item WHERE id = ?"
      args     = [let.id]
      read     = { stock = int }
      on_empty = "rollback"
    }
    query "take" {
      sql  = "UPDATE item SET stock = ? WHERE id = ?"
      args = [query.have.stock - 1, let.id]
    }
  }
}

experiment "shop" {
  repeat = 2
  matrix {
    threads = [1, 2]
  }
  load "shoppers" {
    mix      = mix.shop
    threads  = var.threads
    duration = var.duration
  }
  load "browsers" {
    mix      = mix.shop
    threads  = 1
    duration = var.duration
  }
}
