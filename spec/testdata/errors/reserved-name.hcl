variable "host" {} # fine: var.host
mix "var" { # ERROR 5-10: Reserved name: "var" begins references, as in var.NAME, and cannot name a mix block. Choose another name.
  transaction "count" { # ERROR 15-22: Reserved name: "count" begins references, as in count.NAME, and cannot name a transaction block. Choose
    query "result" { sql = "SELECT 1" } # ERROR 11-19: Reserved name: "result" begins references, as in result.NAME, and cannot name a query block. Choose another
  }
}
schema "s" {
  table "host" {
    column "count" { type = "int" } # fine: a name in the database
  }
}
module "local" { source = "assay/none" } # ERROR 8-15: Reserved name: "local" begins references, as in local.NAME, and cannot name a module block. Choose another
# ERROR @12 27-39: Unknown built-in spec: There is no built-in spec "assay/none". There are assay/quickstart, assay/sysbench.
