variable "rows" { # ERROR 1-16: No value for a variable: Variable "rows" has no default, so a value must be given: --var rows=VALUE.
  type = number
}
locals {
  twice = var.rows * 2
}
