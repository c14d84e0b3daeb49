variable "threads" {
  type    = number
  default = 1
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  matrix { threads = [1, 2] }
  load "l" { mix = mix.m }
  assert "number" {
    condition     = result.throughput # ERROR 21-38: Wrong type: The condition of an assertion must be a bool, and this is a float.
    error_message = "no"
  }
  assert "factor" {
    condition     = result.throughput > var.threads # ERROR 21-52: Depends on a factor: An assertion holds for every cell alike and cannot depend on a factor.
    error_message = "no"
  }
  assert "metric" {
    condition     = result.throughputs > 5 # ERROR 21-39: Unknown result: A result is one of throughput, events, errors, response and service, for all or for one load, transaction or
    error_message = "no"
  }
}
