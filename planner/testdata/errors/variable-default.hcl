variable "a" {
  type    = list(number)
  default = ["x"] # ERROR 13-18: Wrong type for variable "a": Here a list of number is needed, and this cannot be made one: [0]: a number is required.
}

variable "b" {
  default = var.a # ERROR 13-18: Not a constant: The value or default of a variable cannot refer to anything. Put what is made of other values into locals.
}

variable "c" {
  type    = object({ n = number })
  default = {} # ERROR 13-15: Wrong type for variable "c": Here an object is needed, and this cannot be made one: attribute "n" is required.
}

variable "d" {
  default = 5
  validation {
    condition     = var.d + 1 # ERROR 21-30: Wrong type: Here a bool is needed, but this is a number.
    error_message = "no"
  }
}

variable "e" {
  default = 5
  validation {
    condition     = var.a > 1 # ERROR 21-26: Unknown variable: There is no variable "a" here. Did you mean "e"?
    error_message = "no"
  }
}
