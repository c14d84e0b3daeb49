variable "a" {
  description = "about ${local.x}" # ERROR 17-35: Not a plain constant: The attribute "description" of a variable block is needed before expressions are
  sensitive   = "yes" # ERROR 17-22: Not a plain constant: The attribute "sensitive" of a variable block is needed before expressions are
}
variable "b" {
  description = 7 # ERROR 17-18: Not a plain constant: The attribute "description" of a variable block is needed before expressions are
  sensitive   = var.a # ERROR 17-22: Not a plain constant: The attribute "sensitive" of a variable block is needed before expressions are
}
module "m" {
  source = local.path # ERROR 12-22: Not a plain constant: The attribute "source" of a module block is needed before expressions are evaluated, so
}
module "n" {
  source = null # ERROR 12-16: Not a plain constant: The attribute "source" of a module block is needed before expressions are evaluated, so
}
