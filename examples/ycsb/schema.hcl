schema "ycsb" {
  table "usertable" {
    rows        = var.rows
    primary_key = ["ycsb_key"]

    column "ycsb_key" {
      type  = "bigint"
      value = self.row
    }
    column "field0" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field1" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field2" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field3" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field4" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field5" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field6" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field7" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field8" {
      type  = "varchar(100)"
      value = local.field
    }
    column "field9" {
      type  = "varchar(100)"
      value = local.field
    }
  }
}
