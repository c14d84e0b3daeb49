# A small OLTP benchmark on the embedded database: no server, no set-up.
#
#   assay run examples/quickstart.hcl
#   assay run examples/quickstart.hcl --var threads=8 --var duration=10s

variable "rows" {
  type        = number
  default     = 20000
  description = "Rows of each table."

  validation {
    condition     = var.rows >= 100
    error_message = "The ranges of this mix need at least 100 rows."
  }
}

variable "threads" {
  type    = number
  default = 4
}

variable "duration" {
  type    = string
  default = "5s"
}

locals {
  id   = special(1, var.rows) # an expression: each use draws anew
  text = digits("###########-###########-###########-###########-###########")
}

schema "shop" {
  table "account" {
    copies      = 2 # account1 and account2
    rows        = var.rows
    primary_key = ["id"]

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = special(1, self.rows)
    }
    column "note" {
      type  = "char(60)"
      value = local.text
    }
    index "k" {
      columns = ["k"]
    }
  }
}

mix "shopping" {
  schema = schema.shop

  transaction "browse" { # nine of ten
    weight = 9

    group "points" {
      let {
        t = any(table.account) # one table for all ten
      }
      query "point" {
        count = 10
        sql   = "SELECT note FROM ${let.t} WHERE id = ?"
        args  = [local.id]
      }
    }
    query "range" {
      let {
        lo = local.id
      }
      sql  = "SELECT SUM(k) FROM ${any(table.account)} WHERE id BETWEEN ? AND ?"
      args = [let.lo, let.lo + 99]
    }
  }

  transaction "order" {
    let {
      t  = any(table.account)
      id = local.id
    }
    query "read" {
      sql  = "SELECT k FROM ${let.t} WHERE id = ?"
      args = [let.id]
      read = { k = int }
    }
    query "write" {
      sql  = "UPDATE ${let.t} SET k = ?, note = ? WHERE id = ?"
      args = [query.read.k + 1, local.text, let.id]
    }
  }
}

experiment "quickstart" {
  description = "Point reads, ranges and small updates on two tables."

  load "shoppers" {
    mix      = mix.shopping
    threads  = var.threads
    warmup   = "1s"
    duration = var.duration
  }

  assert "no_errors" {
    condition     = result.errors == 0
    error_message = "Some events ended in an error."
  }
}
