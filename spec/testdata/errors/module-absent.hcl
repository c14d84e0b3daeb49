module "a" {
  source = "./absent.hcl" # ERROR 12-26: Unreadable file: testdata/errors/absent.hcl cannot be read: no such file or directory.
}
module "b" {
  source = "../valid"
}
module "c" {
  source = "./module-absent.hcl" # ERROR 12-33: Modules in a circle: This module would use itself without end: testdata/errors/module-absent.hcl →
}
module "d" {
  source = "./values.vars.hcl" # ERROR 12-31: Not a spec: testdata/errors/values.vars.hcl holds values for variables. Give the spec as the argument and
}
module "e" {
  source = "./nothing" # ERROR 12-23: Unreadable file: testdata/errors/nothing cannot be read: no such file or directory.
}
