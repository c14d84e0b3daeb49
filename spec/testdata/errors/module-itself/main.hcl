module "me" {
  source = "." # ERROR 12-15: Modules in a circle: This module would use itself without end: testdata/errors/module-itself →
}
