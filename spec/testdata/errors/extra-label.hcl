mix "m" "n" { # ERROR 9-12: Extra label: A mix block has one label: remove the second and those after it.
  transaction "t" {
    query "q" "r" "s" { sql = "SELECT 1" } # ERROR 15-18: Extra label: A query block has one label: remove the second and those after it.
    let "x" { a = 1 } # ERROR 9-12: Extra label: A let block has no label: write let { … }.
  }
}
locals "l" {} # ERROR 8-11: Extra label: A locals block has no label: write locals { … }.
