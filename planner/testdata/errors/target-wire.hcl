variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}

target "wire" {
  driver          = "mysql"
  user            = "u"
  password        = var.password
  database        = "d"
  socket          = "/s"
  collation       = "latin1_bin" # ERROR 21-33: Collation alone: A collation belongs to a character set; give `charset` too.
  connect_timeout = "0s"         # ERROR 21-25: No time to connect: A connection needs more than no time.
  compress        = "much"       # ERROR 21-27: Wrong type

  tls { # ERROR 3-6: No host to verify: A socket has no host name that a certificate could be for; use mode "verify_ca".
    mode = "verify_identity"
    cert = "c.pem"
  }
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  target = target.wire
  load "l" { mix = mix.m }
}
