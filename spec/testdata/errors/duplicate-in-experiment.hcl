experiment "e" {
  load "l" { mix = mix.m }
  load "l" { mix = mix.n } # ERROR 8-11: Duplicate name: There is already a load "l" at testdata/errors/duplicate-in-experiment.hcl:2. Rename or
  assert "a" {
    condition     = true
    error_message = "No."
  }
  assert "a" { # ERROR 10-13: Duplicate name: There is already an assert "a" at testdata/errors/duplicate-in-experiment.hcl:4. Rename or
    condition     = true
    error_message = "No."
  }
}
