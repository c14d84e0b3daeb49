mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  repeat     = 0 # ERROR 16-17: Number out of range: The number of repeats must be from 1 to 1000000; this is 0.
  order      = "interleave" # ERROR 16-28: Unknown order: "interleave" is no order; it must be "grouped", "interleaved" or "shuffled". Did you mean "interleaved"?
  data       = "resuse" # ERROR 16-24: Unknown policy for data: "resuse" is no policy for data; it must be "reuse" or "fresh". Did you mean "reuse"?
  on_failure = "halt" # ERROR 16-22: Unknown policy for failures: "halt" is no policy for failures; it must be "continue" or "stop".
  seed       = -1 # ERROR 16-18: Number out of range: The number of the seed must be from 0 to 9223372036854775807; this is -1.
  labels     = ["a"] # ERROR 16-21: Wrong type: Here an object such as { name = value } is needed, but this is a tuple.
  load "l" { mix = mix.m }
}
