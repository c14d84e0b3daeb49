locals {
  a = 3s # ERROR 7-9: Quantity without quotes: A number with a unit is text: write "3s".
}
