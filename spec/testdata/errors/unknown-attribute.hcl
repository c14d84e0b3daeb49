mix "m" {
  transaction "t" {
    wieght = 2 # ERROR 5-11: Unknown attribute: There is no attribute "wieght" in a transaction block. Did you mean "weight"?
    query "q" {
      sql    = "SELECT 1"
      SQLs   = "SELECT 2" # ERROR 7-11: Unknown attribute: There is no attribute "SQLs" in a query block. Did you mean "sql"?
      colour = "red" # ERROR 7-13: Unknown attribute: There is no attribute "colour" in a query block. It takes sql, args, count, when, prepare,
      repeat = 3 # ERROR 7-13: Unknown attribute: There is no attribute "repeat" in a query block. It takes sql, args, count, when, prepare,
    }
  }
}
