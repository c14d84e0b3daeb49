locals {
  a = 1
  query "q" {} # ERROR 3-8: Block out of place: A query block cannot stand in a locals block; it belongs in a transaction or a group.
  threads {} # ERROR 3-10: Unknown block: There is no block "threads" in a locals block. It holds attributes only.
}
experiment "e" {
  matrix {
    engine { values = ["InnoDB"] } # ERROR 5-11: Unknown block: There is no block "engine" in a matrix block. It holds attributes only.
  }
  load "l" { mix = mix.m }
}
