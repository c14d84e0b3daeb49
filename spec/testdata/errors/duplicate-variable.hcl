variable "threads" {}
variable "threads" { # ERROR 10-19: Duplicate name: There is already a variable "threads" at testdata/errors/duplicate-variable.hcl:1. Rename or
  default = 1
}
