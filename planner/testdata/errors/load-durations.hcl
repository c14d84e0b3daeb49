mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "a" {
    mix      = mix.m
    threads  = 0 # ERROR 16-17: Number out of range: The number of threads must be from 1 to 100000; this is 0.
    warmup   = "10 sec" # ERROR 16-24: Invalid quantity: "10 sec" is not a duration; write numbers with units and no spaces, such as "10s", "1m30s", "250ms", "50us"
    duration = "-1s" # ERROR 16-21: Invalid quantity: "-1s" is negative; a duration is zero or more.
    cooldown = 10 # ERROR 16-18: Wrong type: This is a number, but a duration is text with a unit, such as "10s" or "250ms".
    grace    = "1 fortnight" # ERROR 16-29: Invalid quantity: "1 fortnight" is not a duration; write numbers with units and no spaces, such as "10s", "1m30s", "250ms",
  }
}
