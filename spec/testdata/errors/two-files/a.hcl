assay {}
variable "v" {}
locals { x = 1 }
