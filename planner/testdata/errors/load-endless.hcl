mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "f" {
    mix      = mix.m
    duration = "0s" # ERROR 16-20: Load without end: Either `duration` or `events` must be more than zero, or the load would end at once.
  }
}
