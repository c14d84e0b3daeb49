variable "two words" {} # ERROR 10-21: Invalid name: The name "two words" must begin with a letter and hold only letters, digits, _ and -.
variable "9lives" {} # ERROR 10-18: Invalid name: The name "9lives" must begin with a letter and hold only letters, digits, _ and -.
variable "" {} # ERROR 10-12: Invalid name: The name "" must begin with a letter and hold only letters, digits, _ and -.
mix "a.b" { # ERROR 5-10: Invalid name: The name "a.b" must begin with a letter and hold only letters, digits, _ and -.
  transaction "t" {
    think { time = "1s" }
  }
}
