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
  transaction "t" {
    query "insert" { sql = "INSERT INTO t VALUES (1)" } # ERROR 28-54: Write without schema: This writes into "t", and the mix names no schema. Declare the table and add
    query "tables" { sql = "SELECT 1 FROM ${table.sbtest}" } # ERROR 45-57: Mix without schema: Tables belong to a schema, and this mix names none. Add schema = schema.NAME to the mix.
  }
}
