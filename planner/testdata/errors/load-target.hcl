mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "h" {
    mix    = mix.m
    target = targte.x # ERROR 14-22: Unknown reference: "targte" is nothing that can be referred to. Did you mean "target"?
    errors {}
  }
}
