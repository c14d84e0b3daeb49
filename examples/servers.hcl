# How much does a larger buffer pool help? The server is a factor: Assay starts
# one MariaDB after the other in a private directory, each with its own options
# and its own copy of the tables. Nothing needs to be set up but the package.
#
#   assay plan examples/servers.hcl
#   assay run  examples/servers.hcl
#   assay run  examples/servers.hcl --var program=/opt/mariadb-11.4/bin/mariadbd

variable "program" {
  type        = string
  default     = "mariadbd"
  description = "The server program: a name that is searched, or a path."
}

variable "buffer_pool" {
  type        = string
  default     = "128MiB"
  description = "innodb_buffer_pool_size."
}

variable "threads" {
  type    = number
  default = 8
}

variable "rows" {
  type        = number
  default     = 500000
  description = "About 100 MiB of table and index."
}

variable "warmup" {
  type    = string
  default = "5s"
}

variable "duration" {
  type    = string
  default = "20s"
}

server "mariadb" {
  program = var.program
  version = ">= 10.6"
  options = {
    innodb_buffer_pool_size = var.buffer_pool
    innodb_flush_method     = "O_DIRECT" # or the system's cache is a second pool
  }
}

target "private" {
  server = server.mariadb
}

schema "pool" {
  table "pages" {
    rows        = var.rows
    primary_key = ["id"]

    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "touched" {
      type  = "int"
      value = 0
    }
    column "body" {
      type  = "char(120)"
      value = letters(120)
    }
  }
}

mix "visits" {
  schema = schema.pool

  transaction "visit" {
    let {
      id = zipf(1, var.rows)
    }
    query "read" {
      sql  = "SELECT body FROM ${table.pages} WHERE id = ?"
      args = [let.id]
    }
    query "touch" {
      sql  = "UPDATE ${table.pages} SET touched = touched + 1 WHERE id = ?"
      args = [let.id]
    }
  }
}

experiment "servers" {
  description = "Visits to pages of which a part fits into the buffer pool."
  target      = target.private
  repeat      = 2

  matrix {
    buffer_pool = ["16MiB", "64MiB", "256MiB"]
  }

  load "visitors" {
    mix      = mix.visits
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
