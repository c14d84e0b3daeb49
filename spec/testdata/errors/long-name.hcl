mix "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" { # ERROR 5-72: Name too long: The name has 65 bytes; 64 is the most, since names become parts of file names.
  transaction "t" {
    think { time = "1s" }
  }
}
