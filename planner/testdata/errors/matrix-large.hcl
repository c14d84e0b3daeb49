variable "a" { default = 1 }
variable "b" { default = 1 }
variable "c" { default = 1 }

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  matrix { # ERROR 3-9: Too many cells: The combinations of this matrix are more than 100000 cells. Sweep fewer values, or several experiments.
    a = range(1000)
    b = range(1000)
    c = [1, 2]
  }
  load "l" { mix = mix.m }
}

experiment "f" {
  matrix {
    a = [1, null] # ERROR 13-17: No value: A factor's value cannot be null.
  }
  load "l" { mix = mix.m }
}
