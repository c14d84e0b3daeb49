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
      a = uniform(1, "x") # ERROR 22-25: Wrong type: hi of uniform must be a number, and this is a string.
      b = let.a + 1
    }
    query "q" {
      sql  = "SELECT 1 WHERE 1 = ? AND 2 = ?"
      args = [let.a, let.b]
    }
  }
}
