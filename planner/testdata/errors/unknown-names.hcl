variable "rows" {
  type    = number
  default = "many" # ERROR 13-19: Wrong type for variable "rows": Here a number is needed, but this is a string.
}
locals {
  a = lenght("x") # ERROR 7-13: Unknown function: There is no function "lenght". Did you mean "length"?
  b = var.row # ERROR 7-14: Unknown variable: There is no variable "row" here. Did you mean "rows"?
  c = local.d # ERROR 7-14: Unknown local: There is no local "d" here. Did you mean "a"?
  e = host
  f = 1 + "x" # ERROR 11-14: Invalid operand: Unsuitable value for right operand: a number is required.
  g = [1, 2][5] # ERROR 13-16: Invalid index: The given key does not identify an element in this collection value.
  h = vra.rows # ERROR 7-15: Unknown reference: "vra" is nothing that can be referred to. Did you mean "var"?
}
