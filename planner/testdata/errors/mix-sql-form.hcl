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
    query "two" { sql = "SELECT 1; SELECT 2" } # ERROR 25-45: Several statements: One query is one statement, and this SQL has a semicolon in it. Write a query for each.
    query "end" { sql = "SELECT ';' ;" }
    query "empty" { sql = "  -- nothing" } # ERROR 27-41: Empty SQL: A query needs a statement to execute.
    query "text" { sql = "SELECT 'open" } # ERROR 26-40: Unclosed text: In this SQL a text begins that does not end.
    query "name" { sql = "SELECT `open" } # ERROR 26-40: Unclosed name: In this SQL a name begins that does not end.
    query "comment" { sql = "SELECT /* open" } # ERROR 29-45: Unclosed comment: In this SQL a comment begins that does not end.
    query "number" { sql = 7 } # ERROR 28-29: Wrong type: SQL must be a string, and this is an int.
  }
}
