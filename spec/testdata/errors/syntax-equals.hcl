locals {
  a: 1 # ERROR 3-4: Attribute or block definition required: An attribute or a block is required here. To set an attribute,
}
