package mysql

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner/plan"
	library "github.com/go-sql-driver/mysql"
)

// config is how to connect to a host. The module is kept from printing to
// stderr, from giving dates as time.Time, and from counting rows that an
// UPDATE found rather than changed.
func (db *database) config(host int) (*library.Config, error) {
	c := library.NewConfig()
	c.Net, c.Addr = "tcp", db.at.Hosts[host]
	if strings.HasPrefix(c.Addr, "/") {
		c.Net = "unix"
	} else if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		c.Addr = net.JoinHostPort(strings.Trim(c.Addr, "[]"), "3306")
	}
	who := db.at.Account(host)
	c.User, c.Passwd, c.DBName = who.User, who.Password, db.at.Database
	c.ConnectionAttributes = "program_name:assay"
	c.Logger = new(overheard)
	if db.secure != nil {
		// A field of one configuration; the module's register of named ones
		// is global to the process.
		c.TLS = db.secure.Clone()
		c.TLS.ServerName, _, _ = net.SplitHostPort(c.Addr)
		c.AllowFallbackToPlaintext = db.target.TLS == plan.TLSPreferred
	}
	c.AllowAllFiles = db.localFiles.Load()
	return c, c.Apply(library.EnableCompression(db.target.Compress))
}

// overheard is the last error that the module would have printed: the reason
// behind its "invalid connection".
type overheard struct{ err error }

// Print implements the module's Logger.
func (o *overheard) Print(words ...any) {
	for _, w := range words {
		if err, ok := w.(error); ok {
			o.err = err
		}
	}
}

// secure is what the target's mode of TLS asks for, but for the name of the
// host; nil for plain connections.
func secure(target *plan.Target, at *driver.Endpoint) (*tls.Config, error) {
	if target.TLS == "" {
		return nil, nil
	}
	// Only verify_identity is what crypto/tls does by itself. The lesser modes
	// are what users of these servers know, whose certificates mostly are the
	// server's own.
	c := &tls.Config{InsecureSkipVerify: target.TLS != plan.TLSVerifyIdentity}
	if at.TLS.CA != "" {
		pem, err := os.ReadFile(at.TLS.CA)
		if err != nil {
			return nil, unusable("the file of certificate authorities", err)
		}
		if c.RootCAs = x509.NewCertPool(); !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, unusable("the file of certificate authorities", fmt.Errorf("%s holds no certificate in PEM form", at.TLS.CA))
		}
	}
	if at.TLS.Cert != "" {
		pair, err := tls.LoadX509KeyPair(at.TLS.Cert, at.TLS.Key)
		if err != nil {
			return nil, unusable("the client's certificate and key", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	if target.TLS == plan.TLSVerifyCA {
		c.VerifyConnection = func(state tls.ConnectionState) error { return signed(state.PeerCertificates, c.RootCAs) }
	}
	return c, nil
}

// signed checks a chain of certificates, the server's first, whatever names
// it is for.
func signed(chain []*x509.Certificate, roots *x509.CertPool) error {
	between := x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
	return err
}

// unusable is a file of the target's TLS that cannot be used.
func unusable(what string, err error) *driver.Error {
	return &driver.Error{Class: driver.Refused, Code: errTLS, Message: fmt.Sprintf("cannot use %s: %v", what, err)}
}

// insecure words an error that TLS has refused the connection for; nil for
// others.
func (db *database) insecure(err error, address string) *driver.Error {
	var (
		authority x509.UnknownAuthorityError
		name      x509.HostnameError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		remote    *net.OpError
		record    tls.RecordHeaderError
		why       string
	)
	switch {
	case errors.Is(err, library.ErrNoTLS):
		why = fmt.Sprintf("the server at %s offers no TLS, and the target's mode is %q", address, db.target.TLS)
	case errors.As(err, &authority):
		why = fmt.Sprintf("the certificate of the server at %s is signed by no authority that the target trusts: %v", address, authority)
	case errors.As(err, &name):
		why = fmt.Sprintf("the certificate of the server at %s is for another host: %v", address, name)
	case errors.As(err, &invalid), errors.As(err, &verify):
		why = fmt.Sprintf("the certificate of the server at %s is not valid: %v", address, err)
	case errors.As(err, &remote) && remote.Op == "remote error": // an alert, in crypto/tls
		why = fmt.Sprintf("the server at %s refuses the client's side of TLS, such as its certificate: %v", address, err)
	case errors.As(err, &record):
		why = fmt.Sprintf("TLS with the server at %s failed: %v", address, err)
	default:
		return nil
	}
	return &driver.Error{Class: driver.Refused, Code: errTLS, Message: why}
}
