schema "s" {
  tabel "t" {} # ERROR 3-8: Unknown block: There is no block "tabel" in a schema block. Did you mean "table"?
  table "u" {
    column "c" { type = "int" }
    trigger "x" {} # ERROR 5-12: Unknown block: There is no block "trigger" in a table block. Blocks that may stand here: column, index.
  }
}
