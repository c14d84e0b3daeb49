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
    query "insert" { sql = "INSERT INTO sbtest (k) VALUES (1)" } # ERROR 28-63: Write into an undeclared table: This writes into "sbtest", and schema "s" declares no such table. It has
    query "copy" { sql = "UPDATE sbtest5 SET k = 1" } # ERROR 26-52: Write into an undeclared table: This writes into "sbtest5", and schema "s" declares no such table. It
    query "right" { sql = "DELETE FROM `sbtest4` WHERE id = 1" }
    query "other" { sql = "/* all */ delete from user" } # ERROR 27-55: Write into an undeclared table: This writes into "user", and schema "s" declares no such table. It has
    query "drop" { sql = "DROP TABLE IF EXISTS district, x" }
    query "database" { sql = "DROP DATABASE IF EXISTS x" } # ERROR 30-57: Statement about a whole database: A benchmark makes and drops tables only.
    query "index" { sql = "CREATE INDEX i ON distrikt (d_id)" } # ERROR 27-62: Write into an undeclared table: This writes into "distrikt", and schema "s" declares no such table. It
    query "replace" { sql = "REPLACE orders VALUES (1)" } # ERROR 29-56: Write into an undeclared table: This writes into "orders", and schema "s" declares no such table. It has
    query "alter" { sql = "ALTER TABLE mysql.user ADD x int" } # ERROR 27-61: Write into an undeclared table: This writes into "user", and schema "s" declares no such table. It has
  }
}
