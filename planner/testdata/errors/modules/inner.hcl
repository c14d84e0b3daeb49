variable "rows" {
  type = number
}
variable "name" {
  type    = string
  default = "x"
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT ${var.rowz}" } # ERROR 33-41: Unknown variable
  }
}
