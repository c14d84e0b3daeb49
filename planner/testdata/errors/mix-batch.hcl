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
    query "select" {
      sql   = "SELECT 1"
      batch = "1KiB" # ERROR 15-21: Not a batch: Only an INSERT or REPLACE that ends with VALUES and one row in parentheses can be joined
    }
    query "tail" {
      sql   = "INSERT INTO district VALUES (?), (2)"
      args  = [1]
      batch = "1KiB" # ERROR 15-21: Not a batch: Only an INSERT or REPLACE that ends with VALUES and one row in parentheses can be joined
    }
    query "size" {
      sql   = "INSERT INTO district VALUES (?)"
      args  = [1]
      batch = "1 apple" # ERROR 15-24: Invalid quantity: "apple" is not a unit of size; use B, kB, MB, GB, TB, KiB, MiB, GiB or TiB.
    }
    query "answer" {
      sql   = "INSERT INTO district VALUES (?)"
      args  = [1]
      batch = "1KiB" # ERROR 15-21: Not a batch: Rows that are joined have one answer together, so a query with a batch cannot have read or
      expect { affected = 1 }
    }
  }
}
