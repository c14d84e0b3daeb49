mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT ?"
      args { a = 1 } # ERROR 7-11: Attribute written as a block: "args" is an attribute: write args = … with an equals sign.
    }
  }
}
target "t" {
  driver = "null"
  session { # ERROR 3-10: Attribute written as a block: "session" is an attribute: write session = … with an equals sign.
    a = 1
  }
}
