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
    let { warehouse = uniform(1, 10) }
    query "q" {
      sql  = "SELECT 1 WHERE 1 = ?"
      args = [let.warehose] # ERROR 15-27: Unknown let: There is no let "warehose". Those that are drawn here are: warehouse. Did you mean "warehouse"?
    }
  }
}
