mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "l" { mix = mix.m }
  assert "kind" {
    condition     = result.throughput # ERROR 21-38: Wrong type: The condition of an assertion must be a bool, and this is a float.
    error_message = "No."
  }
  assert "name" {
    condition     = result.thruput > 1 # ERROR 21-35: Unknown result: A result is one of throughput, events, errors, response and service, for all or for one
    error_message = "No."
  }
  assert "statistic" {
    condition     = result.response < 5 # ERROR 21-36: Statistic needed: result.response is a distribution and no number. Write percentile(result.response,
    error_message = "No."
  }
  assert "percentile" {
    condition     = percentile(result.response, 101) < 5 # ERROR 49-52: Not a percentile: A percentile is a constant number from 0 to 100.
    error_message = "No."
  }
  assert "mean" {
    condition     = mean(result.events) > 5 # ERROR 26-39: Not a distribution: result.events is one number, and has no mean.
    error_message = "No."
  }
  assert "duration" {
    condition     = percentile(result.response, 99) < "50ms" # ERROR 55-61: Wrong type: Both sides of < must be of one kind: the left one is a float and this is a string. Write duration("50ms").
    error_message = "No."
  }
  assert "size" {
    condition     = "2kB" > result.events # ERROR 29-42: Wrong type: Both sides of > must be of one kind: the left one is a string and this is an int. Write size("2kB").
    error_message = "No."
  }
  assert "draw" {
    condition     = chance(0.5) # ERROR 21-32: Nothing can be drawn here: A condition on results cannot draw: chance(…) makes a value for each event.
    error_message = "No."
  }
  assert "root" {
    condition     = let.x > 1 # ERROR 21-26: Reference out of place: A condition on results cannot refer to "let". It may use var, local and result.
    error_message = "No."
  }
}
