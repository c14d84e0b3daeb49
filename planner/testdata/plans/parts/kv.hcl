variable "rows" {
  type = number
  validation {
    condition     = var.rows > 0
    error_message = "There must be rows."
  }
}

variable "hot" {
  type    = bool
  default = false
}

locals {
  key = var.hot ? hotspot(1, var.rows, 0.1, 0.9) : uniform(1, var.rows)
}

schema "kv" {
  table "kv" {
    rows        = var.rows
    primary_key = ["k"]
    column "k" {
      type           = "bigint"
      auto_increment = true
    }
    column "v" {
      type  = "varchar(100)"
      value = text(20, 80)
    }
    column "at" {
      type    = "timestamp"
      default = "CURRENT_TIMESTAMP"
    }
    index "v" {
      columns = ["v", "k DESC"]
    }
  }
  table "log" {
    when = var.hot
    column "line" {
      type = "text"
      null = true
    }
  }
}

mix "read" {
  schema = schema.kv
  transaction "get" {
    query "get" {
      sql  = "SELECT v FROM ${table.kv} WHERE k = ?"
      args = [local.key]
    }
  }
}

mix "nothing" {
  transaction "ping" {
    autocommit = true
    query "ping" {
      sql = "SELECT 1"
    }
  }
}
