variable "rows" {
  type    = number
  default = 3000000000
}
target "db" {
  driver   = "mysql"
  user     = "u"
  database = "d"
}
schema "s" {
  table "t" {
    copies      = 20
    rows        = 10
    engine      = "Inno DB" # ERROR 19-28: Invalid engine: The name "Inno DB" may hold letters, digits and underscores only.
    primary_key = ["idd"] # ERROR 20-25: Unknown column: Table "t" has no column "idd". Did you mean "id"?
    column "id" {
      type           = "int"
      auto_increment = true # ERROR 24-28: Auto-increment without key: Column "id" is auto_increment, so it must come first in the primary key or in an index that is built with the
    }
    column "c" { # ERROR 12-15: Column without a value: Column "c" needs a value, a default, or null = true, as the table is loaded with rows.
      type = "char(10)"
    }
    column "d" {
      type    = "chr(10)" # ERROR 17-26: Unknown column type: "chr(10)" is not a column type that Assay knows. Did you mean "char"?
      default = ["x"] # ERROR 17-22: Wrong type: A default is text, a number or a bool; this is a tuple.
    }
    column "e" {
      type           = "text"
      auto_increment = true # ERROR 24-28: Not an integer: Only columns of an integer type can be auto_increment; this is text.
      value          = "x"
    }
    index "c" {
      columns = ["c", "c DESC"] # ERROR 23-31: Column given twice: Column "c" is in this key already.
    }
    index "x" {
      columns = ["c; DROP TABLE t"] # ERROR 18-35: Invalid key column: "c; DROP TABLE t" is not the name of a column, perhaps with a length or a direction, as in "c(10)" or "c
    }
    index "y" {
      columns = [] # ERROR 17-19: Empty key: A key needs at least one column.
      build   = "later" # ERROR 17-24: Unknown time to build an index: "later" is no time to build an index; it must be "with_table" or "after_load".
    }
  }
  table "t1" { # ERROR 9-13: Two tables of one name: Table "t1" is also copy 1 of table "t". Rename one of them.
    column "a" {
      type = "int"
    }
  }
  table "big" {
    rows        = var.rows # ERROR 19-27: More rows than ids: Column "id" counts up to 2147483647, which is less than 3000000000 rows. Use bigint.
    primary_key = ["id"]
    column "id" {
      type           = "int"
      auto_increment = true
    }
  }
  table "negative" {
    rows = -1 # ERROR 12-14: Number out of range: The number of rows must be from 0 to 1125899906842624; this is -1.
    column "id" {
      type  = "bigint"
      null  = "perhaps" # ERROR 15-24: Wrong type: Here a bool is needed, but this is a string.
      value = self.row
    }
  }
  table "assay_tables" { # ERROR 9-23: Reserved name: Assay keeps its own notes in a table called "assay_tables". Choose another name.
    column "id" {
      type = "bigint"
    }
  }
  table "empty" { # ERROR 9-16: Rows without values: The table has rows, but no column has a value. Give one a value, or leave rows out.
    rows = 5
    column "id" {
      type = "bigint"
      null = true
    }
  }
  table "unkeyed" {
    column "id" {
      type           = "bigint"
      auto_increment = true # ERROR 24-28: Auto-increment without key: Column "id" is auto_increment, so it must come first in the primary key or in an index that is built with the
    }
  }
}

# ERROR @29 24-28: Two auto-increment columns: A table can have one auto_increment column, and "id" is one already.
# ERROR @29 24-28: Auto-increment without key: Column "e" is auto_increment, so it must come first in the primary key or in an index that is built with the
