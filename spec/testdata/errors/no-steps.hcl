mix "m" {
  transaction "t" { # ERROR 3-18: No steps: A transaction block needs at least one step: a query, group, rollback or think block.
    let { a = 1 }
  }
  transaction "u" {
    group "g" { # ERROR 5-14: No steps: A group block needs at least one step: a query, group, rollback or think block.
      count = 3
    }
  }
}
