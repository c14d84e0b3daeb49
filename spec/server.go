package spec

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Server is a database server that Assay starts itself. Absent attributes are
// nil.
type Server struct {
	Named
	Program hcl.Expression // "mariadbd", "mysqld", or the path of one
	Version hcl.Expression // constraint, such as ">= 10.6, < 11"
	Dialect hcl.Expression // "mysql" or "mariadb"; by default the program's
	Options hcl.Expression // object: start-up options
	Plugins hcl.Expression // list of texts
	Port    hcl.Expression // TCP port on the loopback device, or "any"
}

// server takes the block apart; what its options mean, the server knows.
func (d *decoder) server(b *hclsyntax.Block) *Server {
	c := d.block(b, &serverKind)
	return &Server{
		Named:   c.Named,
		Program: c.expr("program"),
		Version: c.expr("version"),
		Dialect: c.expr("dialect"),
		Options: c.expr("options"),
		Plugins: c.expr("plugins"),
		Port:    c.expr("port"),
	}
}

var serverKind = kind{
	name:  "server",
	label: "the name it is referred to by, as `server.NAME` in a target",
	about: "A database server that Assay starts itself, in a private directory that is removed after the run (`--keep` keeps nothing of it), without any configuration file of the machine. " +
		"A target uses it with `server = server.NAME`. Options, plugins and the version constraint are part of the plan's digest and may depend on factors: " +
		"each configuration then keeps its own data, and going from one to another is a stop and a start. The path of the program and the port are not and may not.",
	attrs: []attr{
		{name: "program", words: "text", def: "`\"mariadbd\"`",
			about: "`\"mariadbd\"` or `\"mysqld\"`, searched on `PATH` and in the usual directories, or the absolute path of one. To compare programs, declare a server for each and choose by a conditional in the target"},
		{name: "version", words: "text", def: "any version",
			about: "Comma-separated comparisons that the program's version must meet, such as `\">= 10.6, < 11\"`; `\"10.11\"` takes every 10.11.x. A run on another version ends before it begins"},
		{name: "dialect", words: "text", def: "`\"mariadb\"` for mariadbd, `\"mysql\"` for mysqld", about: "The SQL that targets of this server write by default"},
		{name: "options", words: "object", def: "`{}`",
			about: "Start-up options by name: texts, numbers, bools (`ON`, `OFF`), sizes with a binary unit (`\"512MiB\"`); null leaves an option out. The server is asked before the run whether it knows them. Where files lie and who connects is Assay's business: `datadir`, `socket`, `port` and the like are refused"},
		{name: "plugins", words: "list of texts", def: "`[]`", about: "Plugin libraries to load at the start, such as `[\"ha_rocksdb\"]`"},
		{name: "port", words: "number or `\"any\"`", def: "no TCP",
			about: "Sessions go over TCP, to this port of 127.0.0.1 or to any free one, with a random password. Without it the server has a Unix socket in its private directory and nothing else"},
	},
	example: `server "mariadb" {
  program = "mariadbd"
  version = ">= 10.6"
  options = {
    innodb_buffer_pool_size        = var.buffer_pool
    innodb_flush_log_at_trx_commit = 2
  }
}

target "private" {
  server = server.mariadb
}
`,
}
