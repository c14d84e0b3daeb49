# What `sysbench oltp_* prepare` makes, and the draws that all workloads share.

locals {
  size = max(var.table_size, 1) # an empty table has no ids to draw from

  # From the distribution that rand_type names; each use draws anew.
  id = (
    var.rand_type == "uniform" ? uniform(1, local.size) :
    var.rand_type == "gaussian" ? gaussian(1, local.size, var.rand_spec_iter) :
    var.rand_type == "pareto" ? pareto(1, local.size, var.rand_pareto_h) :
    var.rand_type == "zipfian" ? zipf(1, local.size, var.rand_zipfian_exp) :
    special(1, local.size, var.rand_spec_iter, var.rand_spec_pct, var.rand_spec_res)
  )

  c   = digits(join("-", [for group in range(10) : "###########"]))
  pad = digits(join("-", [for group in range(5) : "###########"]))

  engine      = target.dialect == "sqlite" ? null : var.mysql_storage_engine
  primary_key = var.secondary ? null : ["id"]
}

schema "sbtest" {
  table "sbtest" {
    copies      = var.tables
    rows        = var.table_size
    engine      = local.engine
    options     = var.create_table_options
    primary_key = local.primary_key

    column "id" {
      type           = "int"
      auto_increment = var.auto_inc
      value          = self.row
    }
    column "k" {
      type    = "int"
      default = 0
      value   = local.id
    }
    column "c" {
      type    = "char(120)"
      default = ""
      value   = local.c
    }
    column "pad" {
      type    = "char(60)"
      default = ""
      value   = local.pad
    }
    index "xid" {
      columns = ["id"]
      name    = "xid"
      when    = var.secondary
    }
    index "k" {
      columns = ["k"]
      build   = "after_load"
      when    = var.create_secondary
    }
  }
}
