variable "engine" {
  type    = string
  default = "InnoDB"
}

variable "threads" {
  type    = number
  default = 4
}

variable "password" {
  type      = string
  sensitive = true
  default   = "never printed"
}

target "mariadb" {
  driver   = "mysql"
  dialect  = "mariadb"
  socket   = "/run/mysqld/mysqld.sock"
  user     = "bench"
  password = var.password
  database = "bench"
  session = {
    sql_mode           = "STRICT_ALL_TABLES"
    innodb_strict_mode = true
  }
}

locals {
  id = special(1, 10000)
}

schema "sbtest" {
  table "sbtest" {
    copies      = 2
    rows        = 10000
    engine      = var.engine
    primary_key = ["id"]

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "k" {
      type    = "int"
      default = 0
      value   = special(1, self.rows)
    }
    column "c" {
      type    = "char(120)"
      default = ""
      value   = digits("###########-###########")
    }
    index "k" {
      columns = ["k"]
      build   = "after_load"
    }
    index "c" {
      columns = ["c(10)", "k DESC"]
    }
  }
}

mix "points" {
  schema = schema.sbtest
  transaction "t" {
    query "point" {
      sql  = "SELECT c FROM ${any(table.sbtest)} WHERE id = ?"
      args = [local.id]
    }
  }
}

experiment "engines" {
  description = "InnoDB against RocksDB"
  labels      = { team = "storage", host = "a" }
  target      = target.mariadb
  repeat      = 3
  order       = "interleaved"
  where       = var.engine == "InnoDB" || var.threads <= 16

  matrix {
    engine  = ["InnoDB", "RocksDB"]
    threads = [1, 64]
  }
  load "oltp" {
    mix      = mix.points
    threads  = var.threads
    warmup   = "10s"
    duration = "1m"
    errors {
      ignore = [1062]
    }
  }
  assert "p99" {
    condition     = percentile(result.response, 99) < duration("20ms")
    error_message = "The 99th percentile of response time passed 20 ms."
  }
}
