schema "s" {
  table "t" {
    column "c" { type = "int" }
    column "c" { type = "text" } # ERROR 12-15: Duplicate name: There is already a column "c" at testdata/errors/duplicate-in-schema.hcl:3. Rename or remove
    index "c" { columns = ["c"] }
    index "c" { columns = ["c"] } # ERROR 11-14: Duplicate name: There is already an index "c" at testdata/errors/duplicate-in-schema.hcl:5. Rename or remove
  }
  table "t" { # ERROR 9-12: Duplicate name: There is already a table "t" at testdata/errors/duplicate-in-schema.hcl:2. Rename or remove
    column "c" { type = "int" }
  }
}
