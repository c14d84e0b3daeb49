# InnoDB against RocksDB (MyRocks) on one MariaDB server: the same tables, the
# same draws, one factor. The server needs the plugin ha_rocksdb.
#
#   assay run examples/engines.hcl --var socket=/run/mysqld/mysqld.sock --var user=root --var database=test
#   assay run examples/engines.hcl --only engine=InnoDB …

variable "socket" {
  type    = string
  default = "/run/mysqld/mysqld.sock"
}

variable "user" {
  type    = string
  default = "root"
}

variable "password" {
  type      = string
  default   = ""
  sensitive = true
}

variable "database" {
  type    = string
  default = "test"
}

variable "engine" {
  type        = string
  default     = "InnoDB"
  description = "The storage engine of the table."
}

variable "threads" {
  type    = number
  default = 4
}

variable "rows" {
  type    = number
  default = 100000
}

variable "warmup" {
  type    = string
  default = "5s"
}

variable "duration" {
  type    = string
  default = "30s"
}

variable "p99_limit" {
  type        = string
  default     = "1s"
  description = "What the 99th percentile of response time must stay below."
}

locals {
  id  = special(1, var.rows)
  pad = digits("###########-###########-###########-###########-###########")
}

target "mariadb" {
  driver   = "mysql"
  dialect  = "mariadb"
  socket   = var.socket
  user     = var.user
  password = var.password
  database = var.database
}

schema "engines" {
  table "engines" {
    rows        = var.rows
    engine      = var.engine
    primary_key = ["id"]

    column "id" {
      type           = "bigint"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = uniform(1, self.rows)
    }
    column "pad" {
      type  = "char(60)"
      value = local.pad
    }
    index "k" {
      columns = ["k"]
      build   = "after_load"
    }
  }
}

mix "read_write" {
  schema = schema.engines

  transaction "read_write" {
    query "point" {
      count = 10
      sql   = "SELECT pad FROM ${table.engines} WHERE id = ?"
      args  = [local.id]
    }
    query "range" {
      let {
        lo = local.id
      }
      sql  = "SELECT pad FROM ${table.engines} WHERE id BETWEEN ? AND ? ORDER BY pad"
      args = [let.lo, let.lo + 99]
    }
    query "indexed" {
      sql  = "UPDATE ${table.engines} SET k = k + 1 WHERE id = ?"
      args = [local.id]
    }
    query "plain" {
      sql  = "UPDATE ${table.engines} SET pad = ? WHERE id = ?"
      args = [local.pad, local.id]
    }
  }
}

experiment "engines" {
  description = "Throughput and latency of two engines over a range of threads."
  target      = target.mariadb
  repeat      = 3
  order       = "interleaved"
  data        = "fresh"

  matrix {
    engine  = ["InnoDB", "RocksDB"]
    threads = [1, 4, 16]
  }

  load "clients" {
    mix      = mix.read_write
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }

  assert "p99" {
    condition     = percentile(result.response, 99) < duration(var.p99_limit)
    error_message = "The 99th percentile of response time passed ${var.p99_limit}."
  }
}
