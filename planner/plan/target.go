package plan

// Target is a database, or a probe, as far as it shapes the work. Its address, user and
// password are not in the plan: they reach the driver as an Endpoint.
type Target struct {
	Name    string    `json:"name"`              // of the target block; "sqlite" for the built-in one
	Driver  string    `json:"driver"`            // mysql, sqlite, null or probe
	Server  *int      `json:"server,omitempty"`  // index into Plan.Servers; nil if Assay does not start it
	Probe   *Probe    `json:"probe,omitempty"`   // what it is instead of a database; nil if it is one
	Dialect Dialect   `json:"dialect,omitzero"`  // the SQL that Assay itself needs there; none for a probe
	Session []Setting `json:"session,omitempty"` // set on each connection, in written order
	Init    []string  `json:"init,omitempty"`    // statements for each connection, after Session

	TLS       string `json:"tls,omitempty"`       // one of the modes below; empty: disabled
	Compress  bool   `json:"compress,omitempty"`  // the protocol's compression, if the server has it
	Charset   string `json:"charset,omitempty"`   // of the connection; empty: the driver's
	Collation string `json:"collation,omitempty"` // of the connection; empty: the character set's own
}

// The modes of TLS besides none, as MySQL's clients name them: encrypt if the
// server can; insist on it; and on a certificate that a known authority has
// signed; and on the host's name in it.
const (
	TLSPreferred      = "preferred"
	TLSRequired       = "required"
	TLSVerifyCA       = "verify_ca"
	TLSVerifyIdentity = "verify_identity"
)

// Setting is one session variable and its value, already as SQL text.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Dialect is the SQL of one kind of database, written out by the planner so
// that whoever runs a plan needs to know none. In the statements about tables
// the arguments (?) are, in order, those named in the comment.
type Dialect struct {
	Name         string `json:"name"`          // mysql, mariadb or sqlite
	Quote        string `json:"quote"`         // around identifiers, doubled inside
	Rollback     string `json:"rollback"`      // ends a failed transaction
	TableExists  string `json:"table_exists"`  // one row if the table of that name (1 argument) exists
	CreateLedger string `json:"create_ledger"` // makes assay_tables if it does not exist
	ReadLedger   string `json:"read_ledger"`   // digest, rows, state, chunks of table (1 argument)
	WriteLedger  string `json:"write_ledger"`  // inserts or replaces: name, digest, seed, rows, state, chunks
	ForgetLedger string `json:"forget_ledger"` // removes the row of table (1 argument)
	ListLedger   string `json:"list_ledger"`   // name of every table in it

	// Claim asks for the database against other runs, without arguments: 1 if
	// it was got, the session that has it, and the session that asks. Whoever
	// has it lets go when his session ends. Empty where there are no such locks.
	Claim string `json:"claim,omitempty"`
}
