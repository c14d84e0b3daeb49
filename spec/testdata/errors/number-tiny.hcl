locals {
  zero = 0e-999999 # fine
  near = 0.1e-999999 # ERROR 10-21: Number out of range
}
