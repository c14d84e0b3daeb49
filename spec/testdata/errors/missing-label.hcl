variable {} # ERROR 1-9: Missing label: A variable block needs a label: write variable "NAME" { … }. It is the name it is referred to
mix { # ERROR 1-4: Missing label: A mix block needs a label: write mix "NAME" { … }. It is the name it is referred to by, as
  transaction { # ERROR 3-14: Missing label: A transaction block needs a label: write transaction "NAME" { … }. It is the name in the
    query { sql = "SELECT 1" } # ERROR 5-10: Missing label: A query block needs a label: write query "NAME" { … }. It is the name in the column statement
  }
}
