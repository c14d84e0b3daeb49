schema "s" {
  table "t" {
    engine      = "InnoDB" # WARNING 19-27: Not available in this dialect: Tables of dialect sqlite have no engine; it is ignored.
    charset     = "utf8mb4" # WARNING 19-28: Not available in this dialect: Tables of dialect sqlite have no charset; it is ignored.
    options     = "ROW_FORMAT=COMPRESSED" # WARNING 19-42: Not available in this dialect: Tables of dialect sqlite have only the options WITHOUT ROWID and STRICT; this is ignored.
    rows        = 5
    primary_key = ["a", "id"]
    column "a" {
      type  = "varchar(10)"
      value = "x"
    }
    column "id" {
      type           = "int"
      auto_increment = true # ERROR 24-28: Not available in this dialect: In dialect sqlite only a column that is the whole primary key can be auto_increment.
    }
    index "a" {
      columns = ["a(3)"] # WARNING 18-24: Not available in this dialect: Indexes of dialect sqlite hold whole columns; the length is ignored.
    }
  }
}
mix "m" {
  schema = schema.s
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
experiment "e" {
  load "l" { mix = mix.m }
}

