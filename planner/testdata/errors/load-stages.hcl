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

  load "ends" {
    mix      = mix.m
    rate     = 10
    duration = "10s" # ERROR 16-21: Two ends: The stages of a load are its measured phase; leave duration out.
    events   = 5     # ERROR 16-17: Two ends
    stage "a" {
      duration = "5s"
    }
  }
  load "open" {
    mix  = mix.m
    rate = 10
    stage "a" {
      duration = "5s"
      threads  = 5 # ERROR 18-19: Size of another kind: The load has a rate, so its stages have one too; threads has no meaning here.
    }
    stage "a" { # ERROR 11-14: Two stages of one name
      duration = "5s"
      rate     = -1 # ERROR 18-20: Rate out of range: The rate of a stage is from 0 to 10000000 events per second; this is -1.
    }
    stage "b" {
      duration = "5s"
      shape    = "jump" # ERROR 18-24: Unknown shape of a stage: "jump" is no shape of a stage; it must be "step", "ramp", "sine" or "spike"
    }
  }
  load "closed" {
    mix     = mix.m
    threads = 4
    stage "a" {
      duration  = "5s"
      rate      = 5    # ERROR 19-20: Size of another kind: The load has no rate, so its stages have threads
      amplitude = 2    # ERROR 19-20: Attribute without effect: Only a stage with shape = "sine" has amplitude.
      period    = "1s" # ERROR 19-23: Attribute without effect
    }
    stage "b" {
      duration  = "5s"
      shape     = "sine"
      threads   = 4
      amplitude = 5 # ERROR 19-20: Number out of range: The amplitude is from 0 to the size of the stage, 4
    }
  }
  load "quick" {
    mix = mix.m
    stage "a" {
      duration = "1h"
      shape    = "sine"
      period   = "1us" # ERROR 18-23: Period out of range: A stage has at most 10000 waves
    }
  }
  load "no_length" {
    mix = mix.m
    stage "a" {
      duration = "0s" # ERROR 18-22: Stage without length
    }
  }
  load "eternal" {
    mix = mix.m
    stage "a" {
      duration = "20000d" # ERROR 18-26: Duration out of range: A duration is 31 years at most.
    }
  }
  load "ages" {
    mix = mix.m
    stage "a" {
      duration = "10000d"
    }
    stage "b" { # ERROR 11-14: Stages too long: The stages of a load last 31 years together at most.
      duration = "10000d"
    }
  }
  load "unknown" {
    mix     = mix.m
    threads = host.cpus # ERROR 15-24: Stages of unknown size: A load with stages of workers has a number of threads that is known
    stage "a" {
      duration = "1s"
    }
  }
}
