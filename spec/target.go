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
	Hosts    hcl.Expression // list of "host:port" or { host user password }, instead of Host and Port
	Socket   hcl.Expression // path of a Unix socket
	User     hcl.Expression
	Password hcl.Expression // a sensitive variable
	Database hcl.Expression
	File     hcl.Expression // sqlite: path of the database; absent: a private file
	Session  hcl.Expression // object: session variables
	Init     hcl.Expression // list of statements for each new connection

	TLS            *TLS           // nil: plain connections
	Compress       hcl.Expression // the protocol's compression
	Charset        hcl.Expression // of the connections
	Collation      hcl.Expression // of the connections
	ConnectTimeout hcl.Expression // duration, for making one connection
}

// TLS is how connections are secured.
type TLS struct {
	Mode      hcl.Expression
	CA        hcl.Expression // path of the authorities' certificates
	Cert      hcl.Expression // path of the client's certificate
	Key       hcl.Expression // path of its private key
	DeclRange hcl.Range
}

// target takes every attribute for every driver; which of them mean something
// to it depends on the driver, and that may be a variable's value.
func (d *decoder) target(b *hclsyntax.Block) *Target {
	c := d.block(b, &targetKind)
	t := &Target{
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

		Compress:       c.expr("compress"),
		Charset:        c.expr("charset"),
		Collation:      c.expr("collation"),
		ConnectTimeout: c.expr("connect_timeout"),
	}
	for _, b := range c.blocks {
		t.TLS = d.tls(b)
	}
	return t
}

// tls looks into no file: paths are read when the run starts.
func (d *decoder) tls(b *hclsyntax.Block) *TLS {
	c := d.block(b, &tlsKind)
	return &TLS{Mode: c.expr("mode"), CA: c.expr("ca"), Cert: c.expr("cert"), Key: c.expr("key"), DeclRange: c.DeclRange}
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
		{name: "hosts", words: "list of texts or objects", about: "Several ways into one database, such as the nodes of a cluster, in place of `host` and `port`: each `\"host:port\"` or, with its own user, `{ host = \"b:3306\", user = \"u\", password = var.b }`. Workers are spread over them in turn"},
		{name: "socket", words: "text", about: "Path of a Unix socket from the root, in place of a host"},
		{name: "user", words: "text", about: "The database user; required for mysql without a `server`"},
		{name: "password", words: "text", def: "none", about: "The user's password: a `sensitive` variable and nothing else"},
		{name: "database", words: "text", def: "`\"assay\"` with a `server`", about: "The database that holds the tables; it must exist, and is required for mysql. On a `server` it is made"},
		{name: "file", words: "text", def: "a private file", about: "Path of the database file, for sqlite"},
		{name: "session", words: "object", def: "`{}`", about: "Session variables set on every connection, such as `{ sort_buffer_size = 1048576 }`; for sqlite its pragmas"},
		{name: "init", words: "list of texts", def: "`[]`", about: "Statements run on every new connection, after `session`"},
		{name: "compress", words: "bool", def: "false", about: "Compress what goes over the wire, if the server can; for mysql"},
		{name: "charset", words: "text", def: "`\"utf8mb4\"`", about: "Character set of the connections; for mysql"},
		{name: "collation", words: "text", def: "the character set's own", about: "Collation of the connections; needs `charset`"},
		{name: "connect_timeout", words: "duration", def: "`\"10s\"`", about: "How long one connection may take to be made"},
	},
	blocks: []nested{one("tls")},
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

var tlsKind = kind{
	name: "tls",
	about: "How the connections of a mysql target are secured; without the block they are not. The mode is part of the plan's digest, since encryption " +
		"is work; the paths are not, and are read when the run starts.",
	attrs: []attr{
		{name: "mode", words: "text", required: true,
			about: "`\"disabled\"`; `\"preferred\"` encrypts if the server can; `\"required\"` insists on it; `\"verify_ca\"` also on a certificate that an authority in `ca` has signed; `\"verify_identity\"` also on the host's name in it"},
		{name: "ca", words: "text", def: "the system's", about: "Path of the certificates of trusted authorities, as PEM"},
		{name: "cert", words: "text", def: "none", about: "Path of the client's certificate, as PEM; needs `key`"},
		{name: "key", words: "text", about: "Path of the certificate's private key, as PEM"},
	},
	example: `target "prod" {
  driver   = "mysql"
  host     = "db.example.com"
  user     = "bench"
  password = var.password
  database = "bench"

  tls {
    mode = "verify_identity"
    ca   = "ca.pem"
  }
}
`,
}
