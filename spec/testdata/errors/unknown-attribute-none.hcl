schema "s" {
  colour = "red" # ERROR 3-9: Unknown attribute: There is no attribute "colour" in a schema block. It takes none: remove the line.
  table "t" {
    column "c" { type = "int" }
  }
}
