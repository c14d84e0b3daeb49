module "a" {
  source = "/srv/specs/oltp.hcl" # ERROR 12-33: Unusable source: A module's source is a path that begins with ./ or ../, or "assay/NAME" for a built-in one.
}
module "b" {
  source = "oltp.hcl" # ERROR 12-22: Unusable source: A module's source is a path that begins with ./ or ../, or "assay/NAME" for a built-in one.
}
module "c" {
  source = "" # ERROR 12-14: Unusable source
}
