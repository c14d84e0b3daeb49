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
      a = let.b + 1 # ERROR 11-16: Let used before it is drawn: let.b is drawn on line 25, after this. Lets are drawn in written order;
      b = uniform(1, 2)
      c = let.c # ERROR 11-16: Let used before it is drawn: let.c is drawn on line 26, after this. Lets are drawn in written order;
    }
    query "q" {
      sql  = "SELECT 1 WHERE 1 = ?"
      args = [let.inner] # ERROR 15-24: Let of another block: let.inner is drawn on line 34, for the block that it stands in and those within;
    }
    group "g" {
      count = let.inner # ERROR 15-24: Let of another block: let.inner is drawn on line 34, for the block that it stands in and those within;
      let { inner = uniform(1, 3) }
      query "r" { sql = "SELECT 2" }
    }
  }
}
