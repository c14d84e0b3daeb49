module "again" {
  source = "../a" # ERROR 12-18: Modules in a circle: This module would use itself without end: testdata/errors/module-cycle/a →
}
