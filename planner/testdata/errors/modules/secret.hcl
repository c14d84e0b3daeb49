variable "word" {
  type      = string
  default   = ""
  sensitive = true
}
target "t" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  password = var.word
}
mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}
