package driver

import "time"

// Endpoint is where a target is and who goes there: what the plan leaves out,
// so that two people with different servers have the same plan.
type Endpoint struct {
	Hosts    []string // host:port or, with a leading slash, a Unix socket
	User     string
	Password string
	Accounts []Account // who goes to each host; nil: User and Password to all
	Database string
	Path     string        // sqlite: a file; empty for a private one that Close removes
	TLS      Certificates  // for a target whose TLS mode uses them
	Timeout  time.Duration // for making one connection; 0: the driver's own limit
}

// Account is a user of a server.
type Account struct{ User, Password string }

// Certificates are paths of PEM files. The mode of TLS is in the plan, since
// it shapes the work; where the files are does not.
type Certificates struct {
	CA   string // authorities that may have signed the server's certificate; empty: the system's
	Cert string // the client's certificate; empty: none
	Key  string // its private key
}

// Account gives who goes to host i.
func (e *Endpoint) Account(i int) Account {
	if e.Accounts == nil {
		return Account{e.User, e.Password}
	}
	return e.Accounts[i]
}
