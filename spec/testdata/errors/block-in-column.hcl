schema "s" {
  table "t" {
    column "c" {
      type = "int"
      check {} # ERROR 7-12: Unknown block: There is no block "check" in a column block. It holds attributes only.
    }
  }
}
