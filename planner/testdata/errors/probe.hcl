variable "limit" {
  default = 10
}

probe "cpu" "small" {
  cpu_max_prime = 2 # ERROR 19-20: Impossible option: The option cpu_max_prime must be from 3 to 100000000; it is 2.
}

probe "cpu" "half" {
  cpu_max_prime = 10.5 # ERROR 19-23: Not a whole number: The option cpu_max_prime must be whole and fit into 64 bits; it is 10.5.
}

probe "cpu" "word" {
  cpu_method = "magic" # ERROR 16-23: Impossible option: The option cpu_method must be one of primes, integer, float; it is "magic".
}

probe "cpu" "type" {
  cpu_max_prime = [1] # ERROR 19-22: Wrong type
  cpu_method    = null
}

probe "cpu" "facts" {
  cpu_max_prime = host.cpus # ERROR 19-28: Not a constant
}

probe "cpu" "unused" {
  cpu_max_prime = var.limit - 9 # ERROR 19-32: Impossible option
}

probe "fileio" "sectors" {
  file_test_mode   = "rndrd"
  file_block_size  = 1000
  file_extra_flags = ["direct"] # ERROR 22-32: Impossible probe: O_DIRECT moves whole sectors of 512 bytes at least, and file_block_size is 1000 bytes and a file 16777216. Make both multiples of 512
}

probe "fileio" "words" {
  file_test_mode   = "rndread" # ERROR 22-31: Impossible option: The option file_test_mode must be one of seqwr, seqrewr, seqrd, rndrd, rndwr, rndrw; it is "rndread".
  file_extra_flags = ["odirect"] # ERROR 22-33: Impossible option: The option file_extra_flags may hold sync, dsync, direct; "odirect" is none of them.
  file_total_size  = "2G" # ERROR 22-26: Invalid quantity
  file_rw_ratio    = 0 # ERROR 22-23: Impossible option: The option file_rw_ratio must be a number above 0; it is 0.
}

probe "cpu" "right" {
  cpu_max_prime = var.limit
}

target "t" {
  driver = "null"
}

experiment "e" {
  target = target.t # ERROR 12-20: Target without effect: All loads of the experiment run probes of the hardware

  load "unknown" {
    probe = probe.cpu.wrong # ERROR 13-28: Unknown probe: There is no probe "probe.cpu.wrong" here.
  }
  load "one" {
    probe = probe.right # ERROR 13-24: Unknown probe: There is no probe "probe.right" here.
  }
  load "other" {
    probe = target.t # ERROR 13-21: Not a probe: Here a probe is named, as in probe.KIND.NAME or module.MODULE.probe.KIND.NAME.
  }
  load "sessions" {
    probe     = probe.cpu.right
    target    = target.t # ERROR 17-25: Attribute without effect: A load on a probe has no target; remove the line.
    reconnect = 5        # ERROR 17-18: Attribute without effect
    errors {
      retry  = [1] # ERROR 16-19: Attribute without effect
      ignore = [1]
    }
  }
}

experiment "results" {
  load "cpu" {
    probe = probe.cpu.right
  }
  assert "named" {
    condition     = percentile(result.load.cpu.transaction.event.response, 99) < duration("1s")
    error_message = "Slow."
  }
  assert "misnamed" {
    condition     = result.transaction.read.throughput > 1 # ERROR 39-44: Unknown transaction: The experiment has no transaction "read" here; there are: event.
    error_message = "Slow."
  }
}
