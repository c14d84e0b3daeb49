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
    query "begin" { sql = "begin" } # ERROR 27-34: Transaction within a transaction: Assay begins and commits around the queries of a transaction. Leave
    query "commit" { sql = "COMMIT" } # ERROR 28-36: Transaction within a transaction: Assay begins and commits around the queries of a transaction. Leave
    query "start" { sql = "START TRANSACTION" } # ERROR 27-46: Transaction within a transaction: Assay begins and commits around the queries of a transaction. Leave
    query "back" { sql = "ROLLBACK" } # ERROR 26-36: Transaction within a transaction: Assay begins and commits around the queries of a transaction. Leave
    query "savepoint" { sql = "ROLLBACK TO SAVEPOINT a" }
  }
}
