variable "v" {
  validation { # ERROR 3-13: Missing attribute: A validation block needs the attribute "error_message" (text). A full sentence that says
    condition = true
  }
}
module "m" {} # ERROR 1-11: Missing attribute: A module block needs the attribute "source" (text). A path that begins with ./ or ../,
variable "w" {}
schema "s" {
  table "t" {
    column "c" {} # ERROR 5-15: Missing attribute: A column block needs the attribute "type" (text). The SQL type, such as "varchar(60)".
    index "i" {} # ERROR 5-14: Missing attribute: An index block needs the attribute "columns" (list of texts). Column names, each perhaps
  }
}
mix "m" {
  transaction "t" {
    query "q" {} # ERROR 5-14: Missing attribute: A query block needs the attribute "sql" (text). The statement, with ? for each argument.
    think {} # ERROR 5-10: Missing attribute: A think block needs the attribute "time" (duration, or number of seconds, may be drawn).
  }
}
experiment "e" {
  load "l" {} # ERROR 3-11: One work for a load: A load runs either a mix (mix = mix.NAME) or a probe (probe = probe.KIND.NAME).
  assert "a" {} # ERROR 3-13: Missing attribute: An assert block needs the attribute "condition" (bool). What must hold, over result.
}
# ERROR @22 3-13: Missing attribute: An assert block needs the attribute "error_message" (text). A full sentence that says what
