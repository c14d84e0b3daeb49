package spec

import "github.com/hashicorp/hcl/v2"

// Target is a database to connect to. Absent attributes are nil.
type Target struct {
	Named
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
