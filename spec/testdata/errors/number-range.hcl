locals {
  far = 1e999999999 # ERROR 9-20: Number out of range: Numbers go from about 5e-324 up to 1.8e308.
}
