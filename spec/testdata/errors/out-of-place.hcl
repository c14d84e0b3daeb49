query "q" { # ERROR 1-6: Block out of place: A query block cannot stand at the top of a file; it belongs in a transaction or a group.
  sql = "SELECT 1"
}
mix "m" {
  query "q" { # ERROR 3-8: Block out of place: A query block cannot stand in a mix block; it belongs in a transaction or a group.
    sql = "SELECT 1"
  }
  transaction "t" {
    expect { rows = 1 } # ERROR 5-11: Block out of place: An expect block cannot stand in a transaction block; it belongs in a query.
    query "q" {
      sql = "SELECT 1"
      think { time = "1s" } # ERROR 7-12: Block out of place: A think block cannot stand in a query block; it belongs in a transaction or a group.
    }
  }
}
column "c" { type = "int" } # ERROR 1-7: Block out of place: A column block cannot stand at the top of a file; it belongs in a table.
errors {} # ERROR 1-7: Block out of place: An errors block cannot stand at the top of a file; it belongs in a load.
experiment "e" {
  load "l" {
    mix = mix.m
    target "x" { driver = "null" } # ERROR 5-11: Attribute written as a block: "target" is an attribute: write target = … with an equals sign.
  }
}
