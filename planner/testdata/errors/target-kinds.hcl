target "files" {
  driver = "sqlite"
}

target "server_like" {
  driver = "null"
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  target = target.files
  load "l" {
    mix    = mix.m
    target = target.server_like # ERROR 14-32: Targets of different kinds: The tables are made at the experiment's target, whose dialect is sqlite; this one's is mysql.
  }
}
