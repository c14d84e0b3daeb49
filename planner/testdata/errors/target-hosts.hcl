target "plain" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  hosts    = ["a", { host = "b", user = "v", password = "hunter3" }] # ERROR 14-69: Password in plain sight: A password comes from a variable with `sensitive = true`
}

target "unknown" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  hosts    = [{ host = "b", port = 3306 }] # ERROR 14-43: Unknown attribute: A host has no "port"; there are host, user and password.
}

target "empty" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  hosts    = [{ user = "v" }] # ERROR 14-30: No host: Each of the hosts is a text
}

target "text" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  hosts    = "a,b" # ERROR 14-19: Wrong type: Hosts are a list
}

target "port" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  hosts    = ["a", "b:99999"] # ERROR 14-30: Invalid host: A port is a whole number from 1 to 65535.
}

target "both" {
  driver   = "mysql"
  user     = "u"
  database = "d"
  host     = "a,b" # ERROR 14-19: Invalid host: A host is one name or address
}

mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  target = target.plain
  load "a" { mix = mix.m }
  load "b" {
    mix    = mix.m
    target = target.unknown
  }
  load "c" {
    mix    = mix.m
    target = target.empty
  }
  load "d" {
    mix    = mix.m
    target = target.text
  }
  load "e" {
    mix    = mix.m
    target = target.port
  }
  load "f" {
    mix    = mix.m
    target = target.both
  }
}
