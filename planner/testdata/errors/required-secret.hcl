variable "word" { # ERROR 1-16: No value for a variable: Variable "word" has no default, so a value must be given: ASSAY_VAR_word in the environment, or a file for --var-file.
  type      = string
  sensitive = true
}
module "inner" {
  source = "./modules/secret.hcl"
  word   = var.word # the module's own variable has a default, and is not to blame
}
experiment "e" {
  target = module.inner.target.t
  load "l" { mix = module.inner.mix.m }
}
