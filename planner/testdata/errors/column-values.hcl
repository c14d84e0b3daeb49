schema "s" {
  table "t" {
    rows = 10
    column "a" {
      type  = "int"
      value = worker.index # ERROR 15-27: Reference out of place: The value of a column cannot refer to "worker". It may use var, local and self.
    }
    column "b" {
      type  = "int"
      value = host.cpus # ERROR 15-24: Reference out of place: The value of a column cannot refer to "host". It may use var, local and self.
    }
    column "c" {
      type  = "int"
      value = self.rowz # ERROR 15-24: Unknown reference: self has row, rows, copy and name, but no "rowz". Did you mean "row"?
    }
    column "d" {
      type  = "int"
      value = let.x # ERROR 15-20: Reference out of place: The value of a column cannot refer to "let". It may use var, local and self.
    }
    column "e" {
      type  = "int"
      value = uniform(self.rows, 1) # ERROR 23-35: Empty range: There is no number from 10 to 1. The lower end comes first.
    }
  }
}
