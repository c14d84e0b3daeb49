# What `sysbench --test=oltp prepare` makes: rows that are all alike but for
# their ids, and an index on k from the beginning.

locals {
  size = max(var.oltp_table_size, 1) # an empty table has no ids to draw from

  id = (
    var.oltp_dist_type == "uniform" ? uniform(1, local.size) :
    var.oltp_dist_type == "gaussian" ? gaussian(1, local.size, var.oltp_dist_iter) :
    var.oltp_dist_type == "pareto" ? pareto(1, local.size) :
    special(1, local.size, var.oltp_dist_iter, var.oltp_dist_pct, var.oltp_dist_res)
  )
  # A range begins where all of it is within the table.
  from = max(1, min(local.id, local.size - var.oltp_range_size))
  c    = join("-", [for i in range(10) : string(uniform(0, 1073741822))])
  pad  = join("", [for letter in ["q", "w", "e", "r", "t"] : join("", [for i in range(10) : letter])])

  primary_key = var.oltp_secondary ? null : ["id"]
}

schema "sbtest" {
  table "sbtest" {
    copies      = var.oltp_num_tables > 1 ? var.oltp_num_tables : null
    rows        = var.oltp_table_size
    engine      = target.dialect == "sqlite" ? null : var.mysql_table_engine
    options     = var.mysql_create_options
    primary_key = local.primary_key

    column "id" {
      type           = "int unsigned"
      auto_increment = var.oltp_auto_inc
      value          = self.row
    }
    column "k" {
      type    = "int unsigned"
      default = 0
      value   = 0
    }
    column "c" {
      type    = "char(120)"
      default = ""
      value   = " "
    }
    column "pad" {
      type    = "char(60)"
      default = ""
      value   = local.pad
    }
    index "xid" {
      columns = ["id"]
      name    = "xid"
      when    = var.oltp_secondary
    }
    index "k" {
      columns = ["k"]
      name    = "k"
    }
  }
}
