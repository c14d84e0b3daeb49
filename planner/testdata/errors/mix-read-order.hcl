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
    let { n = query.first.id } # ERROR 15-29: Value used before it is read: Query "first" stands on line 28 and has not been executed here. Move it up.
    query "second" {
      sql  = "SELECT 1 WHERE 1 = ?"
      args = [query.first.id] # ERROR 15-29: Value used before it is read: Query "first" stands on line 28 and has not been executed here. Move it up.
    }
    query "first" {
      sql  = "SELECT 1 WHERE 1 = ?"
      args = [query.first.id] # ERROR 15-29: Value used before it is read: Query "first" stands on line 28 and has not been executed here. Its own parts
      read = { id = int, name = string }
    }
    let { last = query.first.id } # ERROR 18-32: Value used before it is read: Query "first" stands on line 28 and has not been executed here. The lets
    query "third" {
      sql  = "SELECT 1 WHERE 1 = ? AND 2 = ? AND 3 = ? AND 4 = ?"
      args = [query.first.idd, query.frist.id, query.first, query.first.id + query.first.name] # ERROR 15-30: Unknown value: Query "first" reads id and name, but no "idd". Add it to the query's read. Did you mean "id"?
    }
  }
}
# ERROR @36 32-46: Unknown query: This transaction has no query "frist"; values can only be read from queries of the same
# ERROR @36 48-59: Incomplete reference: query.first must be followed by the name of a value that it reads, as in
# ERROR @36 78-94: Wrong type: The operator + needs a number, and this is a string. Use int(…) or float(…) to convert a text.
