locals {
  a: 1 # ERROR 3-4: Argument or block definition required: An argument or block definition is required here. To set an argument,
}
