# A local that is used twice is wrong once.
locals {
  bad  = uniform(1, "a") # ERROR 21-24: Wrong type: hi of uniform must be a number, and this is a string.
  list = [uniform(1, 2), uniform(3, 4)] # ERROR 10-40: Not possible with drawn values: A list is no single value. Drawn values are numbers, texts, bools and
}

mix "m" {
  transaction "t" {
    let {
      x = local.bad
      y = local.bad + 1
      z = local.none + uniform(1, 2) # ERROR 11-21: Unknown local: There is no local "none" here.
      v = local.list[2] # ERROR 21-24: No such element: The local that this refers to is drawn, and has no such element written in it.
      w = local.list.x # ERROR 21-23: No such element: The local that this refers to is drawn, and has no such element written in it.
      u = local.list
    }
    query "q" { sql = "SELECT 1" }
  }
}
