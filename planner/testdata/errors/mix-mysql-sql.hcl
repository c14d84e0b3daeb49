target "my" {
  driver   = "mysql"
  user     = "u"
  database = "d"
}

schema "s" {
  table "t" {
    column "a" { type = "int" }
  }
}

mix "m" {
  schema = schema.s
  transaction "t" {
    query "conflict" { sql = "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING" } # ERROR 30-79: Not in this dialect: The target's dialect is mysql, which has no ON CONFLICT. MySQL and MariaDB have ON
    query "or" { sql = "INSERT OR REPLACE INTO t VALUES (1)" } # ERROR 24-61: Not in this dialect: The target's dialect is mysql, which has no INSERT OR. MySQL and MariaDB have
    query "pragma" { sql = "PRAGMA foreign_keys" } # ERROR 28-49: Not in this dialect: The target's dialect is mysql, which has no PRAGMA. MySQL and MariaDB have SET; put
    query "share" { sql = "SELECT a FROM t FOR SHARE" }
  }
}

experiment "e" {
  target = target.my
  load "l" { mix = mix.m }
}
