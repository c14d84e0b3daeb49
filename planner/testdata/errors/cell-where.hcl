# The values of factors stand with the mistakes that depend on them, and with
# no others.
variable "rows" {
  default = 10
}

variable "time" {
  default = "1s"
}

locals {
  length = "${var.time}ec"
}

schema "s" {
  table "t" {
    rows = var.rows
    column "id" {
      type  = "bigint"
      value = uniform(var.rows, 10) # ERROR 23-35: Empty range: There is no number from 20 to 10. The lower end comes first. With rows = 20.~
    }
    column "a" {
      type  = "intt" # ERROR 15-21: Unknown column type: "intt" is not a column type that Assay knows. Did you mean "int"?~
      value = unifrom(1, self.rows) # ERROR 15-22: Unknown function: There is no function "unifrom". Did you mean "uniform"?~
    }
  }
}

mix "m" {
  schema = schema.s
  transaction "t" {
    query "q" { sql = "SELECT id FROM t" }
  }
}

experiment "e" {
  matrix {
    rows = [10, 20]
    time = ["1s", "2s"]
  }
  load "l" {
    mix      = mix.m
    threads  = var.rows
    warmup   = "10 sec" # ERROR 16-24: Invalid quantity: "10 sec" is not a duration; write numbers with units and no spaces, such as "10s", "1m30s", "250ms", "50us" or "2h".~
    cooldown = local.length # ERROR 16-28: Invalid quantity: "1sec" is not a duration; write numbers with units and no spaces, such as "10s", "1m30s", "250ms", "50us" or "2h". With time = 1s.~
  }
}
