mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "b" {
    mix      = mix.mm # ERROR 16-22: Unknown mix: There is no mix "mix.mm" here. Did you mean "m"?
  }
}
