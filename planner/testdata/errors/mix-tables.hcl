schema "s" {
  table "sbtest" {
    copies      = 4
    rows        = 100
    primary_key = ["id"]
    column "id" {
      type           = "int"
      auto_increment = true
    }
    column "k" {
      type  = "int"
      value = special(1, self.rows)
    }
  }
  table "district" {
    column "d_id" { type = "int" }
  }
}

mix "m" {
  schema = schema.s
  transaction "t" {
    let {
      n = uniform(0, 3)
      t = any(table.sbtest)
    }
    query "all" { sql = "SELECT 1 FROM ${table.sbtest}" } # ERROR 42-54: Which copy?: Table "sbtest" has 4 copies. Write any(table.sbtest) for a random one or table.sbtest[0]
    query "far" { sql = "SELECT 1 FROM ${table.sbtest[4]}" } # ERROR 42-57: No such copy: Table "sbtest" has copies 0 to 3, but no copy 4.
    query "name" { sql = "SELECT 1 FROM ${table.sbtests}" } # ERROR 43-56: Unknown table: Schema "s" has no table "sbtests". It has sbtest and district. Did you mean "sbtest"?
    query "text" { sql = "SELECT 1 FROM ${table.sbtest["a"]}" } # ERROR 43-60: Unknown reference: A table has copies, as in table.sbtest[0], and nothing else that could be referred to.
    query "half" { sql = "SELECT 1 FROM ${table.sbtest[0.5]}" } # ERROR 43-60: Unknown reference: A table has copies, as in table.sbtest[0], and nothing else that could be referred to.
    query "float" { sql = "SELECT 1 FROM ${table.sbtest[let.n / 2]}" } # ERROR 57-66: Wrong type: The number of a copy must be an int, and this is a float.
    query "quotes" { sql = "SELECT 1 FROM `${table.district}`" } # ERROR 28-63: Table within quotes: A table reference brings its own quotes. Write ${…} without any
    query "texts" { sql = "SELECT '${let.t}'" } # ERROR 27-46: Table within quotes
    query "value" {
      sql  = "SELECT ?"
      args = [let.t] # ERROR 15-20: Table used as a value: A table can only be interpolated into sql, as in "SELECT c FROM ${let.t}"; it is
    }
    query "sum" {
      sql  = "SELECT ?"
      args = [let.t + 1] # ERROR 15-20: Table used as a value: A table can only be interpolated into sql, as in "SELECT c FROM ${let.t}"; it is
    }
    query "mixed" {
      sql = "SELECT 1 FROM ${chance(0.5) ? any(table.sbtest) : table.district}" # ERROR 64-78: Wrong type: Both results of a conditional must be of one kind; copies of different tables, or a table
    }
  }
}
