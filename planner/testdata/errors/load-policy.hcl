mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "h" {
    mix = mix.m
    errors {
      ignore = ["all"] # ERROR 16-23: Wrong type: "all" stands alone, without brackets
    }
  }
  load "i" {
    mix = mix.m
    errors {
      retry        = "some" # ERROR 22-28: Wrong type: Error codes are a list of numbers, such as [1213, 1205], or "all".
      ignore       = [0] # ERROR 22-25: Number out of range: Each error code must be a whole number from 1 to 65535.
      max_attempts = 0 # ERROR 22-23: Number out of range: The number of attempts must be from 1 to 1000000; this is 0.
      backoff      = "1s"
      backoff_max  = "1ms" # ERROR 22-27: Back-off out of order: The longest back-off is shorter than the first.
      reconnect    = true # ERROR 22-26: Wrong type: This is a bool, but a duration is text with a unit, such as "10s" or "250ms".
    }
  }
}
