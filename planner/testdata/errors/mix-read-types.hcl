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
    query "a" {
      sql  = "SELECT 1, 2, 3"
      read = { a = integer, "b c" = int, a = "int" } # ERROR 20-27: Unknown type: A value is read as one of int, float, decimal, bool, string, bytes and time, written
    }
    query "b" {
      sql  = "SELECT 1"
      read = [int] # ERROR 14-19: Names and types wanted: read is written as names and types in the order of the columns, such as { next =
    }
    query "c" {
      sql      = "SELECT 1"
      on_empty = "rollback" # ERROR 18-28: Nothing is read: on_empty and on_null are about the values of read, which query "c" has not.
    }
    query "d" {
      sql     = "SELECT 1"
      read    = { n = int }
      on_null = "rolback" # ERROR 17-26: Unknown policy: "rolback" is no policy; it must be "continue", "rollback" or "error". Did you mean "rollback"?
    }
  }
}
# ERROR @25 46-51: Unknown type: A value is read as one of int, float, decimal, bool, string, bytes and time, written
