variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

variable "port" {
  type    = number
  default = 3306
}

target "leak" {
  driver   = "mysql"
  user     = "u"
  password = parseint(var.password, 10) # ERROR 14-40: Invalid use of a sensitive value: A sensitive value in this expression cannot be used like this. The details are left out, since they might
  database = "d"
  hosts    = [] # ERROR 14-16: No host: The list of hosts has no element.
  session = {
    "a b" = 1 # ERROR 13-14: Invalid session variable: The name "a b" may hold letters, digits and underscores only.
    c     = [1] # ERROR 13-16: Wrong type: A session variable is text, a number or a bool; this is a tuple.
    d     = var.password # ERROR 13-25: Sensitive value in the plan: A plan is printed, archived and shared, so no sensitive value may enter it. Only the address, user and
    e     = null # ERROR 13-17: No value: The value is null here, but one is needed.
  }
  init = "SET x = 1" # ERROR 10-21: Wrong type: Here a list of string is needed, but this is a string.
}
