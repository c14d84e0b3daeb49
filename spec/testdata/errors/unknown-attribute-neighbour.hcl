schema "s" {
  engine = "InnoDB" # ERROR 3-9: Unknown attribute: There is no attribute "engine" in a schema block. It belongs in a table block.
  table "t" {
    column "c" {
      type   = "int"
      copies = 3 # ERROR 7-13: Unknown attribute: There is no attribute "copies" in a column block. It belongs in a table block.
    }
  }
}
experiment "e" {
  threads = 4 # ERROR 3-10: Unknown attribute: There is no attribute "threads" in an experiment block. It belongs in a load block.
  load "l" {
    mix    = mix.m
    repeat = 3 # ERROR 5-11: Unknown attribute: There is no attribute "repeat" in a load block. It belongs in an experiment block.
  }
}
