mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "c" {
    mix = "m" # ERROR 11-14: Not a reference: Here a mix is named without quotes, as in mix.NAME.
  }
}
