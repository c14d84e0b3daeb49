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
    let { n = uniform(1, 10) }
    query "range" {
      sql  = "SELECT 1"
      args = [for i in range(let.n) : i] # ERROR 24-36: Drawn range: A for is written out when the plan is made, so its range must be constant, but "let.n" is
    }
    query "much" {
      sql  = "SELECT 1"
      args = [for i in range(200) : pick([for j in range(200) : uniform(i, j + 1000)])] # ERROR 42-86: Too much to unroll: The lists here have more than 10000 elements together. Make them shorter, or repeat
    }
    query "object" {
      sql  = "SELECT 1"
      args = { for i in range(2) : i => uniform(1, 2) } # ERROR 14-56: A list is wanted: This for makes an object. Write [for … : …] to make a list.
    }
    query "scalar" {
      sql  = "SELECT 1"
      args = let.n # ERROR 14-19: A list is wanted: Write a list here, such as [let.a, let.b], a for over a constant range, or concat(…)
    }
  }
}
