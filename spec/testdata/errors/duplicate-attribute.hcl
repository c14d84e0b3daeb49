mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT 1"
      sql = "SELECT 2" # ERROR 7-10: Attribute redefined: The attribute "sql" was already set at testdata/errors/duplicate-attribute.hcl:4,7-10.
    }
  }
}
