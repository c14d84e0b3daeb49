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
    query "q" { sql = "SELECT 1" }
    think { time = "5 msec" } # ERROR 20-28: Invalid quantity: "5 msec" is not a duration; write numbers with units and no spaces, such as "10s",
    think { time = duration("5ms") } # ERROR 20-35: Not a pause: A number here is seconds, from 0 to 86400, and this is 5000000. Write other units as text,
    think { time = -1 } # ERROR 20-22: Not a pause: A number here is seconds, from 0 to 86400, and this is -1. Write other units as text, such
    think { time = chance(0.5) } # ERROR 20-31: Wrong type: A pause is a text with a unit, such as "5ms", or a number of seconds, and this is a bool.
  }
}
