schema "one" {
  table "a" {
    column "id" { type = "int" }
  }
}

schema "two" {
  table "a" {
    column "id" { type = "int" }
  }
}

mix "one" {
  schema = schema.one
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

mix "two" {
  schema = schema.two
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

mix "none" {
  schema = schema.three # ERROR 12-24: Unknown schema: There is no schema "schema.three" here.
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "a" { mix = mix.one }
  load "b" { mix = mix.two } # ERROR 8-11: Several schemas in one cell: The mixes of the loads that run side by side must use one schema, and load "b" uses schema "two" while
}
