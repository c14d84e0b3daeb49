mix "m" { # ERROR 9-10: Unclosed configuration block: There is no closing brace for this block before the end of the file. This may
  transaction "t" {
    query "q" {
      sql = "SELECT 1"
    }
  }
