variable "password" { # ERROR 10-20: Invalid value for variable "password": The value breaks the rule of this variable. (The rule is at testdata/errors/sensitive.hcl, line 6.)
  type      = string
  sensitive = true
  default   = "hunter2"
  validation {
    condition     = length(var.password) > 10
    error_message = "The password ${var.password} is too short."
  }
}
variable "user" {
  type      = string
  sensitive = true
  default   = "hunter2"
}
locals {
  both = "${var.user}!"
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  description = "by ${local.both}" # ERROR 17-35: Sensitive value in the plan: A plan is printed, archived and shared, so no sensitive value may enter it. Only the address, user and
  repeat      = length(var.user) # ERROR 17-33: Sensitive value in the plan: A plan is printed, archived and shared, so no sensitive value may enter it. Only the address, user and
  where       = var.user == "x" # ERROR 17-32: Sensitive value in the plan: A plan is printed, archived and shared, so no sensitive value may enter it. Only the address, user and
  load "l" {
    mix = var.user == "x" ? mix.m : mix.m
  }
}
