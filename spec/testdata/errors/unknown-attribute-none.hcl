mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
schema "s" {
  engine = "InnoDB" # ERROR 3-9: Unknown attribute: There is no attribute "engine" in a schema block. It takes none: remove the line.
  table "t" {
    column "c" { type = "int" }
  }
}
