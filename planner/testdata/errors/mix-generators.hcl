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
      a = uniform(10, 1) # ERROR 19-24: Empty range: There is no number from 10 to 1. The lower end comes first.
      b = uniform(1) # ERROR 11-21: Wrong number of arguments: uniform is written uniform(lo, hi), and 1 is given.
      c = zipf(1, 10, -0.5) # ERROR 23-27: Argument out of range: theta of zipf must be 0 or more.
      d = special(1, 10, 12, 1, 100) # ERROR 33-36: Argument out of range: res of special must be from 0 to below 100.
      e = chance(1.5) # ERROR 18-21: Argument out of range: p of chance must be from 0 to 1.
      f = gaussian(1, 2.5) # ERROR 23-26: Wrong type: hi of gaussian must be an int, and this is a float. Use int(…) to drop its fraction.
      g = random("zipfan", 1, 10) # ERROR 18-26: Unknown distribution: There is no distribution "zipfan", but uniform, gaussian, special, pareto, zipf
      h = pick([]) # ERROR 16-18: Empty list: pick needs at least one element to choose.
      i = pick([1, "a"]) # ERROR 20-23: Wrong type: All values of pick must be of one kind: this is a string, the first is an int.
      j = weighted([1, 2], [0, 0]) # ERROR 11-35: No weight: All weights are 0, so that nothing can be drawn.
      k = weighted([{ value = 1 }]) # ERROR 21-34: Value and weight wanted: Each element must be an object such as { value = 1, weight = 10 }.
      l = sequence(1, 0) # ERROR 23-24: Argument out of range: step of sequence must be other than 0.
      m = hotspot(1, 10, 20, 80) # ERROR 26-28: Argument out of range: hot_fraction of hotspot must be from 0 to 1.
      n = digits(5) # ERROR 18-19: Wrong type: template of digits must be a string, and this is an int.
      o = unifrom(1, 2) # ERROR 11-18: Unknown function: There is no function "unifrom". Did you mean "uniform"?
      p = any(let.a) # ERROR 15-20: Table wanted: any takes a table, as in any(table.sbtest). To choose among values use pick([…]).
      q = nurand(-1, 1, 10) # ERROR 18-20: Argument out of range: A of nurand must be 0 or more.
      r = pareto(1, 10, 1) # ERROR 25-26: Argument out of range: h of pareto must be between 0 and 1, without these.
      s = permute(1, worker.count) # ERROR 22-34: Constant wanted: hi shapes what permute draws and must be constant; it may be a variable, but not drawn.
    }
    query "q" { sql = "SELECT 1" }
  }
}
# ERROR @36 30-32: Argument out of range: hot_probability of hotspot must be from 0 to 1.
