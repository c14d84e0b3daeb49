schema "s" {
  table "a123456789_123456789_123456789_123456789_123456789_123456789_12" { # ERROR 9-74: Name too long: With the number of its copy the table's name has 67 bytes; 64 is the most.
    copies = 1000
    column "id" { type = "int" }
  }
}
