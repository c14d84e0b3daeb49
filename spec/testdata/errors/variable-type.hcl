variable "a" {
  type = "string" # ERROR 10-18: Invalid type specification: A type specification is either a primitive type keyword (bool, number, string) or
}
variable "b" {
  type = integer # ERROR 10-17: Invalid type specification: The keyword "integer" is not a valid type specification.
}
variable "c" {
  type = list # ERROR 10-14: Invalid type specification: The list type constructor requires one argument specifying the element type.
}
