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
      n = uniform(1, 10)
      s = letters(3)
      a = let.n + let.s # ERROR 19-24: Wrong type: The operator + needs a number, and this is a string. Use int(…) or float(…) to convert a text.
      b = let.n && true # ERROR 11-16: Wrong type: The operator && needs a bool, and this is an int.
      c = !let.n # ERROR 12-17: Wrong type: The operator ! needs a bool, and this is an int.
      d = -let.s # ERROR 12-17: Wrong type: The operator - needs a number, and this is a string. Use int(…) or float(…) to convert a text.
      e = let.n == let.s # ERROR 20-25: Wrong type: Both sides of == must be of one kind: the left one is an int and this is a string.
      f = let.s < let.s # ERROR 11-16: Wrong type: The operator < needs a number or a time, and this is a string.
      g = let.n / 0 # ERROR 19-20: Division by zero: This divisor is always zero.
      h = let.n ? 1 : 2 # ERROR 11-16: Wrong type: A condition must be a bool, and this is an int.
      i = chance(0.5) ? 1 : "a" # ERROR 29-32: Wrong type: Both results of a conditional must be of one kind: this is a string, the first is an int.
      j = let.n + 1180591620717411303424 # ERROR 19-41: Number too large: Whole numbers lie between -2^63 and 2^63-1, and 1.1805916207174113034e+21 does not.
      k = now() + 1 # ERROR 11-16: Wrong type: The operator + needs a number, and this is a time.
    }
    query "q" { sql = "SELECT 1" }
  }
}
