mix "m" {
  transaction "t" {
    query "read" { sql = "SELECT 1" }
    group "again" {
      query "read" { sql = "SELECT 2" } # ERROR 13-19: Duplicate name: There is already a query "read" at testdata/errors/duplicate-query.hcl:3. Rename or remove
      group "again" { # ERROR 13-20: Duplicate name: There is already a group "again" at testdata/errors/duplicate-query.hcl:4. Rename or remove
        query "fine" { sql = "SELECT 3" }
      }
    }
  }
  transaction "other" {
    query "read" { sql = "SELECT 1" }
  }
  transaction "t" { # ERROR 15-18: Duplicate name: There is already a transaction "t" at testdata/errors/duplicate-query.hcl:2. Rename or remove
    query "read" { sql = "SELECT 1" }
  }
}
