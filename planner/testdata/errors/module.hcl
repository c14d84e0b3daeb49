module "a" {
  source = "./modules/inner.hcl"
  rows   = "x" # ERROR 12-15: Wrong type for variable "rows": Here a number is needed, but this is a string.
  nome   = 1 # ERROR 3-7: Unknown input: Module "a" has no variable "nome". Did you mean "name"?
}
module "b" { # ERROR 1-11: No value for a variable: Variable "rows" has no default, so a value must be given: write rows = VALUE in this block.
  source = "./modules/inner.hcl"
}
experiment "e" {
  load "l" { mix = module.a.mix.mm } # ERROR 20-35: Unknown mix: There is no mix "module.a.mix.mm" here. Did you mean "m"?
}
experiment "f" {
  load "l" { mix = modul.a.mix.m } # ERROR 20-33: Unknown reference: "modul" is nothing that can be referred to. Did you mean "module"?
}
experiment "g" {
  load "l" { mix = module.a.m } # ERROR 20-30: Not a mix: Here a mix is named, as in mix.NAME or module.MODULE.mix.NAME.
}
