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
    let { x = uniform(0.0, 1.0) }
    query "negative" {
      count = -1 # ERROR 15-17: Not a count: A count is a whole number from 0 to 1000000000, and this is -1.
      sql   = "SELECT 1"
    }
    query "float" {
      count = let.x # ERROR 15-20: Wrong type: A count must be an int, and this is a float.
      sql   = "SELECT 1"
    }
    query "text" {
      count = "many" # ERROR 15-21: Wrong type: A count must be an int, and this is a string.
      sql   = "SELECT 1"
    }
    query "index" {
      sql  = "SELECT ?"
      args = [count.index] # ERROR 15-26: count.index without count: count.index is the number of a repetition, from 0, and no block around this
    }
    query "outer" {
      count = count.index # ERROR 15-26: count.index without count: count.index is the number of a repetition, from 0, and no block around this
      sql   = "SELECT 1"
    }
    query "when" {
      when = 1 # ERROR 14-15: Wrong type: A condition must be a bool, and this is an int.
      sql  = "SELECT 1"
    }
    rollback { when = let.x } # ERROR 23-28: Wrong type: A condition must be a bool, and this is a float.
  }
}
