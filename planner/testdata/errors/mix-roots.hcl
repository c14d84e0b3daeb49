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
      a = self.row # ERROR 11-19: Reference out of place: An expression of a mix cannot refer to "self". It may use var, local, let,
      b = worker.id # ERROR 11-20: Unknown reference: worker has index and count, but no "id".
      c = host.cores # ERROR 11-21: Unknown fact: host has cpus, memory and name, but no "cores".
      d = result.events # ERROR 11-24: Reference out of place: An expression of a mix cannot refer to "result". It may use var, local, let,
      e = lett.a # ERROR 11-17: Unknown reference: "lett" is nothing that can be referred to. Did you mean "let"?
      f = query # ERROR 11-16: Incomplete reference: "query" must be followed by a dot and a name, as in query.name.
      g = mix.m # ERROR 11-16: Not a constant: "mix.m" is a declaration and cannot be used here, where a value is needed before
      h = uniform(1, var.x) # ERROR 22-27: Unknown variable: There is no variable "x" here.
      i = uniform(1, local.x) # ERROR 22-29: Unknown local: There is no local "x" here.
    }
    query "q" { sql = "SELECT 1" }
  }
}
