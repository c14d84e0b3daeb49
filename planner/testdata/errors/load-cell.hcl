variable "threads" {
  type    = number
  default = 1
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "many" {
  matrix { threads = [1, 0] }
  load "l" {
    mix     = mix.m
    threads = var.threads # ERROR 15-26: Number out of range: The number of threads must be from 1 to 100000; this is 0. With threads = 0.
  }
}
