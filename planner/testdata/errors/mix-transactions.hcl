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
  transaction "level" {
    isolation = "repeatable-reads" # ERROR 17-35: Unknown isolation level: "repeatable-reads" is no isolation level; it must be "read-uncommitted",
    query "q" { sql = "SELECT 1" }
  }
  transaction "auto" {
    autocommit = true
    isolation  = "serializable" # ERROR 18-32: Isolation without transaction: With autocommit = true there is no BEGIN that could set an isolation
    read_only  = true # ERROR 18-22: Read-only without transaction: With autocommit = true there is no BEGIN that could be READ ONLY.
    query "q" { sql = "SELECT 1" }
  }
  transaction "weight" {
    weight = -1 # ERROR 14-16: Not a weight: A weight is a number, 0 or more; 0 leaves the transaction out.
    query "q" { sql = "SELECT 1" }
  }
  transaction "drawn" {
    weight = uniform(1, 2) # ERROR 14-27: Not a constant: uniform(…) is drawn at run time and cannot be used here, where a value is needed before
    query "q" { sql = "SELECT 1" }
  }
}
