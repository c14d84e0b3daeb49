package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Target is a database to connect to. Absent attributes are nil.
type Target struct {
	Named
	Server   hcl.Expression // reference to a server that Assay starts, in place of an address
	Driver   hcl.Expression // "mysql", "sqlite", "null"
	Dialect  hcl.Expression // "mysql", "mariadb", "sqlite"; by default the driver's
	Host     hcl.Expression // name or address
	Port     hcl.Expression
	Hosts    hcl.Expression // list of "host:port", instead of Host and Port
	Socket   hcl.Expression // path of a Unix socket
	User     hcl.Expression
	Password hcl.Expression // a sensitive variable
	Database hcl.Expression
	File     hcl.Expression // sqlite: path of the database; absent: a private file
	Session  hcl.Expression // object: session variables
	Init     hcl.Expression // list of statements for each new connection
}

// target takes every attribute for every driver; which of them mean something
// to it depends on the driver, and that may be a variable's value.
func (d *decoder) target(b *hclsyntax.Block) *Target {
	c := d.block(b, &targetKind)
	return &Target{
		Named:    c.Named,
		Server:   c.expr("server"),
		Driver:   c.expr("driver"),
		Dialect:  c.expr("dialect"),
		Host:     c.expr("host"),
		Port:     c.expr("port"),
		Hosts:    c.expr("hosts"),
		Socket:   c.expr("socket"),
		User:     c.expr("user"),
		Password: c.expr("password"),
		Database: c.expr("database"),
		File:     c.expr("file"),
		Session:  c.expr("session"),
		Init:     c.expr("init"),
	}
}

var targetKind = kind{
	name:  "target",
	label: "the name it is referred to by, as `target.NAME`",
	about: "A database to connect to. An experiment without a target uses the embedded SQLite in a private file. " +
		"Addresses, users and passwords are no part of the plan's digest and may not depend on a factor; session settings are and may.",
	attrs: []attr{
		{name: "server", words: "reference",
			about: "`server.NAME`, or a choice between several by a conditional: the target is a server that Assay starts, reached as its user root, so there is no address, user or password"},
		{name: "driver", words: "text", def: "required, but `\"mysql\"` with a `server`",
			about: "`\"mysql\"` speaks to MySQL and MariaDB, `\"sqlite\"` is built in, `\"null\"` answers every statement at once and so measures Assay itself"},
		{name: "dialect", words: "text", def: "the server's; `\"mysql\"` for mysql and null, `\"sqlite\"` for sqlite",
			about: "The SQL that is written for it: `\"mysql\"`, `\"mariadb\"` or `\"sqlite\"`; write `\"mariadb\"` for a MariaDB server"},
		{name: "host", words: "text", def: "`\"127.0.0.1\"` if there is no socket", about: "Name or address of the server"},
		{name: "port", words: "number", def: "3306", about: "The server's TCP port"},
		{name: "hosts", words: "list of texts", about: "Several servers as `\"host:port\"`, in place of `host` and `port`; workers are spread over them in turn"},
		{name: "socket", words: "text", about: "Path of a Unix socket from the root, in place of a host"},
		{name: "user", words: "text", about: "The database user; required for mysql without a `server`"},
		{name: "password", words: "text", def: "none", about: "The user's password: a `sensitive` variable and nothing else"},
		{name: "database", words: "text", def: "`\"assay\"` with a `server`", about: "The database that holds the tables; it must exist, and is required for mysql. On a `server` it is made"},
		{name: "file", words: "text", def: "a private file", about: "Path of the database file, for sqlite"},
		{name: "session", words: "object", def: "`{}`", about: "Session variables set on every connection, such as `{ sort_buffer_size = 1048576 }`; for sqlite its pragmas"},
		{name: "init", words: "list of texts", def: "`[]`", about: "Statements run on every new connection, after `session`"},
	},
	example: `target "mariadb" {
  driver   = "mysql"
  dialect  = "mariadb"
  socket   = "/run/mysqld/mysqld.sock"
  user     = "bench"
  password = var.password
  database = "bench"
  session  = { innodb_lock_wait_timeout = 5 }
}
`,
}
