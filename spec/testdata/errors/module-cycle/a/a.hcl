module "b" {
  source = "../b/b.hcl"
}
