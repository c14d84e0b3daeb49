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
    read_only = true
    query "hole" { sql = "DELETE FROM ${table.district}" } # ERROR 26-57: Write in a read-only transaction
    query "write" { sql = "DELETE FROM district" } # ERROR 27-49: Write in a read-only transaction: The transaction has read_only = true, so the server would refuse this
  }
}
