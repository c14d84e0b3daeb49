variable "rate" {
  type    = number
  default = null
}

target "t" {
  driver = "null"
}

mix "m" {
  transaction "t" {
    query "q" {
      sql = "SELECT 1"
    }
  }
}

experiment "e" {
  target = target.t

  load "slow" {
    mix  = mix.m
    rate = 0.0001 # ERROR 12-18: Rate out of range: A rate is 0, for connections that do nothing, or from 0.001 to 10000000 events per second; this is 0.0001.
  }
  load "fast" {
    mix      = mix.m
    rate     = 20000000 # ERROR 16-24: Rate out of range
    rate_per = "all"    # ERROR 16-21: Unknown owner of a rate: "all" is no owner of a rate; it must be "load" or "worker"
    arrivals = "normal" # ERROR 16-24: Unknown kind of arrivals: "normal" is no kind of arrivals; it must be "poisson" or "constant"
    overload = "abort"  # ERROR 16-23: Unknown policy for overload
  }
  load "patient" {
    mix      = mix.m
    rate     = 10
    max_wait = "1s" # ERROR 16-20: Nothing to limit: Arrivals wait for as long as it takes
    think    = "1s" # ERROR 16-20: Think time in an open loop
  }
  load "closed" {
    mix      = mix.m
    arrivals = "constant" # ERROR 16-26: No rate: The load has no rate, so it is a closed loop
    max_wait = "1s"       # ERROR 16-20: No rate
  }
  load "many" {
    mix    = mix.m
    rate   = 10
    events = 5000000000 # ERROR 14-24: Number out of range: At a rate, the number of events must be at most 4000000000
  }
  load "chosen" {
    mix      = mix.m
    rate     = var.rate
    overload = "drop"
    max_wait = "5s"
  }
}
