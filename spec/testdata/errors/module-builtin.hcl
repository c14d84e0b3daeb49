module "a" {
  source = "assay/quikstart" # ERROR 12-29: Unknown built-in spec: There is no built-in spec "assay/quikstart". Did you mean "assay/quickstart"?
}
module "b" {
  source = "assay/nothing-like-it" # ERROR 12-35: Unknown built-in spec: There is no built-in spec "assay/nothing-like-it". There are assay/quickstart,
}
