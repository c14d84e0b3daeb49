schema "s" {
  table "sbtest" {
    copies      = 4
    rows        = 100
    primary_key = ["id"]
    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = special(1, self.rows)
    }
  }
  table "district" {
    column "d_id" { type = "int" }
  }
}

mix "m" {
  schema = schema.s
  transaction "t" {
    let {
      n = uniform(1, 10)
      t = any(table.sbtest)
    }
    query "limit" {
      sql = "SELECT 1 FROM ${let.t} LIMIT ${let.n}" # ERROR 45-50: Drawn value in prepared SQL: This value (an int) differs from event to event, and a prepared statement
    }
    query "draw" {
      sql = "SELECT ${uniform(1, 2)}" # ERROR 23-36: Drawn value in prepared SQL: This value (an int) differs from event to event, and a prepared statement
    }
    query "fact" {
      sql = "SELECT ${host.cpus}" # ERROR 23-32: Drawn value in prepared SQL: This value (an int) differs from event to event, and a prepared statement
    }
    query "plain" {
      prepare = false
      sql     = "SELECT ${let.n} FROM ${let.t}"
    }
  }
}
