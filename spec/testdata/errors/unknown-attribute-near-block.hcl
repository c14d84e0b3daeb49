experiment "e" {
  matrx = { threads = [1] } # ERROR 3-8: Unknown attribute: There is no attribute "matrx" in an experiment block. Did you mean "matrix"?
  load "l" { mix = mix.m }
}
