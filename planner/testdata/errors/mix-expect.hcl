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
    query "both" {
      sql = "SELECT 1"
      expect { # ERROR 7-13: Contradiction: A statement that must fail has no rows. Expect either an error or rows and affected.
        error = 1503
        rows  = 1
      }
    }
    query "range" {
      sql = "SELECT 1"
      expect { rows = -2 } # ERROR 23-25: Number out of range: The number of rows must be from 0 to 9223372036854775807; this is -2.
    }
    query "drawn" {
      sql = "SELECT 1"
      expect { rows = uniform(1, 2) } # ERROR 23-36: Not a constant: uniform(…) is drawn at run time and cannot be used here, where a value is needed before
    }
  }
}
