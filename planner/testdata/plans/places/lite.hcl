target "lite" { driver = "sqlite" }

schema "s" {
  table "t" {
    copies      = 2
    rows        = 10
    primary_key = ["a"]

    column "a" {
      type           = "int"
      auto_increment = true
    }
    column "b" {
      type  = "int"
      value = self.row
    }
    index "b" {
      columns = ["b"]
      name    = "same_in_all"
    }
  }
}

mix "insert" {
  schema = schema.s

  transaction "insert" {
    autocommit = true

    query "insert" {
      sql  = "INSERT INTO ${table.t[0]} VALUES (?, 1)"
      args = [target.dialect == "sqlite" ? null : 0]
    }
  }
}
