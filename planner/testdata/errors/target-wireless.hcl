target "file" {
  driver   = "sqlite"
  compress = true     # ERROR 14-18: Attribute without effect: A target with driver "sqlite" has no compress; remove the line.
  charset  = "latin1" # ERROR 14-22: Attribute without effect: A target with driver "sqlite" has no charset; remove the line.

  tls { # ERROR 3-6: Block without effect: A target with driver "sqlite" has no tls; remove the block.
    mode = "required"
  }
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  target = target.file
  load "l" { mix = mix.m }
}
