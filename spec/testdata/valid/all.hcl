# Every block and every attribute of the language once.

assay {
  required_version = ">= 0.1"
}

variable "threads" {
  type        = number
  default     = 4
  description = "Workers."
  validation {
    condition     = var.threads > 0
    error_message = "At least one."
  }
}

variable "password" {
  type      = string
  sensitive = true
}

variable "host" {
  default = "127.0.0.1"
}

locals {
  id = zipf(1, 1000)
}

locals {
  k = local.id + 1
}

server "own" {
  program = "mysqld"
  version = ">= 8"
  dialect = "mysql"
  options = { max_connections = 100 }
  plugins = ["ha_rocksdb"]
  port    = "any"
}

target "lab" {
  server   = server.own
  driver   = "mysql"
  dialect  = "mariadb"
  host     = var.host
  port     = 3307
  hosts    = ["a:1", "b:2"]
  socket   = "/tmp/s"
  user     = "u"
  password = var.password
  database = "d"
  file     = "f"
  session  = { a = 1 }
  init     = ["SELECT 1"]

  compress        = true
  charset         = "utf8mb4"
  collation       = "utf8mb4_bin"
  connect_timeout = "1s"

  tls {
    mode = "verify_ca"
    ca   = "ca.pem"
    cert = "c.pem"
    key  = "k.pem"
  }
}

schema "shop" {
  table "orders" {
    copies      = 2
    rows        = 10
    engine      = "InnoDB"
    charset     = "utf8mb4"
    collation   = "utf8mb4_bin"
    options     = "COMMENT 'x'"
    primary_key = ["id"]
    when        = true

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "count" {
      type    = "int"
      null    = true
      default = 0
      value   = self.row
    }
    index "count" {
      columns = ["count"]
      unique  = false
      build   = "after_load"
      when    = true
    }
  }
}

mix "oltp" {
  description = "d"
  schema      = schema.shop

  transaction "first" {
    weight     = 9
    autocommit = true
    isolation  = "serializable"
    read_only  = true

    let { a = 1 }
    query "one" {
      sql      = "SELECT 1"
      args     = []
      count    = 2
      when     = true
      prepare  = false
      batch    = "512KiB"
      read     = { n = int }
      on_empty = "rollback"
      on_null  = "error"
      let { z = 1 }
      let { b = let.z }
      expect {
        rows     = 1
        affected = 0
        error    = 1503
      }
    }
    think { time = "5ms" }
    let {
      z = 2
      b = 3
    }
    group "many" {
      count = 3
      when  = true
      let { t = any(table.orders) }
      rollback { when = chance(0.5) }
      group "inner" {
        query "two" { sql = "SELECT 2" }
      }
      think { time = 0.001 }
    }
    rollback {}
  }
}

experiment "sizes" {
  description = "d"
  labels      = { machine = "lab" }
  target      = target.lab
  seed        = 7
  repeat      = 3
  order       = "shuffled"
  data        = "fresh"
  on_failure  = "stop"
  where       = var.threads < 8

  matrix {
    threads = [1, 8]
    host    = ["a", "b"]
  }
  load "oltp" {
    mix      = mix.oltp
    target   = target.lab
    threads  = var.threads
    events   = 402
    warmup   = "1s"
    duration = "2s"
    cooldown = "3s"
    grace    = "4s"
    think    = "5s"

    reconnect     = "transaction"
    start_timeout = "6s"
    errors {
      retry        = [1213]
      ignore       = "all"
      max_attempts = 3
      backoff      = "1ms"
      backoff_max  = "1s"
      reconnect    = "30s"
    }
  }
  assert "fast" {
    condition     = true
    error_message = "No."
  }
  archive {
    events     = true
    statements = false
    samples    = false
  }
}

probe "cpu" "primes" {
  cpu_method    = "primes"
  cpu_max_prime = var.limit
}

experiment "machine" {
  load "cpu" {
    probe = probe.cpu.primes
  }
}
