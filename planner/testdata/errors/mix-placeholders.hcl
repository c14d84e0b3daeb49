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
    query "many" {
      sql  = "SELECT '?', `?`, ? -- ?"
      args = [1, 2] # ERROR 14-20: Wrong number of arguments: The SQL of query "many" has 1 placeholder (?), and args has 2 elements.
    }
    query "none" { # ERROR 11-17: Wrong number of arguments: The SQL of query "none" has 2 placeholders (?), and args has 0 elements.
      sql = "SELECT 1 WHERE 1 = ? AND 2 = ?"
    }
  }
}
