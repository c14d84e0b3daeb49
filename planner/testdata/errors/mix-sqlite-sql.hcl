target "lite" {
  driver = "sqlite"
}

schema "s" {
  table "t" {
    column "a" { type = "int" }
  }
}

mix "m" {
  schema = schema.s
  transaction "t" {
    isolation = "read-committed" # ERROR 17-33: Not in this dialect: The target's dialect is sqlite, whose transactions are always serializable. Leave
    query "lock" { sql = "SELECT a FROM t FOR UPDATE" } # ERROR 26-54: Not in this dialect: The target's dialect is sqlite, which has no FOR UPDATE. SQLite locks the whole database when a transaction writes; leave it out. A spec for several databases tells them apart: ${target.dialect == "sqlite" ? "…" : "…"}.~
    query "duplicate" { sql = "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 2" } # ERROR 31-87: Not in this dialect: The target's dialect is sqlite, which has no ON DUPLICATE KEY. SQLite has ON
    query "ignore" { sql = "INSERT IGNORE INTO t VALUES (1)" } # ERROR 28-61: Not in this dialect: The target's dialect is sqlite, which has no INSERT IGNORE. SQLite has INSERT OR IGNORE.
    query "truncate" { sql = "TRUNCATE t" } # ERROR 30-42: Not in this dialect: The target's dialect is sqlite, which has no TRUNCATE. SQLite has DELETE FROM
    query "right" { sql = "INSERT OR IGNORE INTO t VALUES (1)" }
    query "bracket" { sql = "SELECT [a?] FROM t" }
  }
}

experiment "e" {
  target = target.lite
  load "l" { mix = mix.m }
}
