mix "m" { # ERROR 5-8: Nothing to run: Every transaction of mix "m" has weight 0, or there is none. Give at least one a weight
  transaction "a" {
    weight = 0
    query "q" { sql = "SELECT 1" }
  }
  transaction "b" {
    weight = 1 - 1
    query "q" { sql = "SELECT 1" }
  }
}
