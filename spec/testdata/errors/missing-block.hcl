schema "s" {} # ERROR 1-11: Missing block: A schema block needs at least one table block.
schema "empty_table" {
  table "t" {} # ERROR 3-12: Missing block: A table block needs at least one column block.
}
mix "m" {} # ERROR 1-8: Missing block: A mix block needs at least one transaction block.
experiment "e" {} # ERROR 1-15: Missing block: An experiment block needs at least one load block.
