# The rest of the file, which the open quote swallows, is not complained about.
# ERROR @6 12-7:1: Invalid multi-line string: Quoted strings may not be split
# ERROR @6 12-7:1: Unterminated template string: No closing marker
locals {
  a = 1
  b = "open
  c = 2
}
mix "m" {
  colour = 1
}
