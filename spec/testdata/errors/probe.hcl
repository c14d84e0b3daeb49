probe "cpu" { # ERROR 1-12: Two labels are needed: A probe block has its kind and a name
}

probe "cqu" "a" { # ERROR 7-12: Unknown kind of probe: There is no probe of kind "cqu". Did you mean "cpu"?
}

probe "graphics" "a" { # ERROR 7-17: Unknown kind of probe: There is no probe of kind "graphics". The kinds are cpu
}

probe "cpu" "1st" { # ERROR 13-18: Invalid name
}

probe "cpu" "twice" {
  cpu_max_primes = 3 # ERROR 3-17: Unknown attribute: There is no attribute "cpu_max_primes" in a probe block. Did you mean "cpu_max_prime"?
}

probe "cpu" "twice" { # ERROR 13-20: Duplicate
}

probe "fileio" "modeless" { # ERROR 1-26: Missing attribute
}

experiment "e" {
  load "both" { # ERROR 3-14: One work for a load: A load runs either a mix (mix = mix.NAME) or a probe (probe = probe.KIND.NAME).
    mix   = mix.m
    probe = probe.cpu.twice
  }
  load "neither" { # ERROR 3-17: One work for a load
  }
}
