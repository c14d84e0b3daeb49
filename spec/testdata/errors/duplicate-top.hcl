target "a" { driver = "null" }
target "a" { driver = "sqlite" } # ERROR 8-11: Duplicate name: There is already a target "a" at testdata/errors/duplicate-top.hcl:1. Rename or remove one of
schema "a" {
  table "t" {
    column "c" { type = "int" }
  }
}
schema "a" { # ERROR 8-11: Duplicate name: There is already a schema "a" at testdata/errors/duplicate-top.hcl:3. Rename or remove one of
  table "t" {
    column "c" { type = "int" }
  }
}
mix "a" {
  transaction "t" {
    think { time = "1s" }
  }
}
mix "a" { # ERROR 5-8: Duplicate name: There is already a mix "a" at testdata/errors/duplicate-top.hcl:13. Rename or remove one of
  transaction "t" {
    think { time = "1s" }
  }
}
experiment "a" {
  load "l" { mix = mix.a }
}
experiment "a" { # ERROR 12-15: Duplicate name: There is already an experiment "a" at testdata/errors/duplicate-top.hcl:23. Rename or remove
  load "l" { mix = mix.a }
}
