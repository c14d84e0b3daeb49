locals {
  a = 1
}
locals {
  b = 2
  a = 3 # ERROR 3-4: Duplicate name: There is already a local "a" at testdata/errors/duplicate-local.hcl:2. Rename or remove one
}
