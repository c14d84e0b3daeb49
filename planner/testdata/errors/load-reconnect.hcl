mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "words" {
    mix       = mix.m
    reconnect = "query" # ERROR 17-24: Unknown life of a connection: "query" is no life of a connection; it must be "session" or "transaction".
  }
  load "number" {
    mix       = mix.m
    reconnect = 0 # ERROR 17-18: Number out of range: The number of events of a connection must be from 1
  }
}
