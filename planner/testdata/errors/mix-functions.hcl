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
      a = replace(let.n, "1", "2") # ERROR 11-18: Not possible with drawn values: replace(…) takes constants only. With drawn values there are operators,
      b = uper(letters(3)) # ERROR 11-15: Unknown function: There is no function "uper". Did you mean "upper"?
      c = format("%q", let.n) # ERROR 18-22: Unknown verb: With drawn values a format may have %d, %s, %f with flags -, 0 and +, width and precision,
      d = format("%d", let.n, 1) # ERROR 11-33: Wrong number of arguments: The format has 1 verb, and 2 are given.
      e = sqrt(letters(3)) # ERROR 16-26: Wrong type: sqrt takes a number here, and this is a string.
      f = sqrt(let.n, 2) # ERROR 11-25: Wrong number of arguments: sqrt takes 1 argument, and 2 are given.
      g = substr(letters(3), 1) # ERROR 11-32: Wrong number of arguments: substr takes 3 arguments, and 2 are given.
      h = let.n[0] # ERROR 11-19: Reference too long: "let.n" is one value and has nothing below it.
      i = { n = let.n } # ERROR 11-24: Not possible with drawn values: An object is no single value. Drawn values are numbers, texts, bools and
      l = [let.n]
      m = let.l + 1 # ERROR 11-16: List as a value: let.l is a list. Write let.l[0] for its first element, or pass all of it with args = let.l.
      j = coalesce(let.n, "a") # ERROR 27-30: Wrong type: The arguments of coalesce must be of one kind: this is a string, the first is an int.
    }
    query "q" { sql = "SELECT 1" }
  }
}
