locals {
  a = uniform(1, 2)
  b = local.a + local.a # ERROR 7-14: Expression too large: Written out, the expressions here have more than 200000 parts. Locals that use
  c = local.b + local.b
  d = local.c + local.c + local.c + local.c + local.c + local.c + local.c + local.c
  e = local.d + local.d + local.d + local.d + local.d + local.d + local.d + local.d
  f = local.e + local.e + local.e + local.e + local.e + local.e + local.e + local.e
  g = local.f + local.f + local.f + local.f + local.f + local.f + local.f + local.f
  h = local.g + local.g + local.g + local.g + local.g + local.g + local.g + local.g
  i = local.h + local.h + local.h + local.h + local.h + local.h + local.h + local.h
}

mix "m" {
  transaction "t" {
    let {
      a = local.i
      b = local.i # said once
    }
    query "q" { sql = "SELECT 1" }
  }
}
