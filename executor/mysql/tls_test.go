package mysql_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/driver/drivertest"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/assay-bench/assay/planner/expr"
	"github.com/assay-bench/assay/planner/plan"
)

// authority signs certificates of a test.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	path string // of its own certificate
}

func newAuthority(t *testing.T, name string) *authority {
	// A directory that the server's user may enter, which t.TempDir is not.
	dir, err := os.MkdirTemp("", "assay-tls-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	a := &authority{t: t, dir: dir}
	a.path, _ = a.make(name, func(c *x509.Certificate) {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign
	})
	return a
}

// issue makes a certificate and gives its files, which the server may read.
func (a *authority) issue(name string, names ...string) (cert, key string) {
	return a.make(name, func(c *x509.Certificate) {
		c.DNSNames = names
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	})
}

func (a *authority) make(name string, change func(*x509.Certificate)) (certPath, keyPath string) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	change(c)
	if a.cert == nil {
		a.cert, a.key = c, key // signs itself
	}
	der, err := x509.CreateCertificate(rand.Reader, c, a.cert, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	write := func(suffix, kind string, data []byte) string {
		path := filepath.Join(a.dir, name+suffix)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o644); err != nil {
			a.t.Fatal(err)
		}
		return path
	}
	return write(".crt", "CERTIFICATE", der), write(".key", "PRIVATE KEY", private)
}

// secured is a server with TLS, whose certificate is for localhost by name and
// for no address, and users who must use it.
func secured(t *testing.T, a *authority) *server.Server {
	cert, key := a.issue("server", "localhost")
	s := servertest.Own(t, servertest.TCP(),
		servertest.Setting("ssl_ca="+a.path), servertest.Setting("ssl_cert="+cert), servertest.Setting("ssl_key="+key))
	servertest.SQL(t, s, "CREATE USER plain@'%'; CREATE USER safe@'%' REQUIRE SSL; CREATE USER known@'%' REQUIRE X509")
	return s
}

func TestTLS(t *testing.T) {
	ours, others := newAuthority(t, "ours"), newAuthority(t, "others")
	s := secured(t, ours)
	cert, key := ours.issue("client")
	foreign, foreignKey := others.issue("client")
	port := ":" + strconv.Itoa(s.Port)
	client := driver.Certificates{CA: ours.path, Cert: cert, Key: key}
	for name, c := range map[string]struct {
		mode, host, user string
		files            driver.Certificates
		code             int    // of the error, 0 for none
		want             string // in the error, or else the session is: on, off
	}{
		"disabled":              {"", "127.0.0.1", "plain", driver.Certificates{}, 0, "off"},
		"disabled, required":    {"", "127.0.0.1", "safe", driver.Certificates{}, 1045, "Access denied"},
		"preferred":             {plan.TLSPreferred, "127.0.0.1", "safe", driver.Certificates{}, 0, "on"},
		"required":              {plan.TLSRequired, "127.0.0.1", "safe", driver.Certificates{CA: others.path}, 0, "on"},
		"verify CA":             {plan.TLSVerifyCA, "127.0.0.1", "safe", driver.Certificates{CA: ours.path}, 0, "on"},
		"wrong CA":              {plan.TLSVerifyCA, "127.0.0.1", "safe", driver.Certificates{CA: others.path}, 2026, "signed by no authority that the target trusts"},
		"wrong CA, identity":    {plan.TLSVerifyIdentity, "localhost", "safe", driver.Certificates{CA: others.path}, 2026, "signed by no authority that the target trusts"},
		"system's CAs":          {plan.TLSVerifyCA, "127.0.0.1", "safe", driver.Certificates{}, 2026, "signed by no authority that the target trusts"},
		"verify identity":       {plan.TLSVerifyIdentity, "localhost", "safe", driver.Certificates{CA: ours.path}, 0, "on"},
		"wrong name":            {plan.TLSVerifyIdentity, "127.0.0.1", "safe", driver.Certificates{CA: ours.path}, 2026, "is for another host"},
		"client certificate":    {plan.TLSVerifyCA, "127.0.0.1", "known", client, 0, "on"},
		"no client certificate": {plan.TLSVerifyCA, "127.0.0.1", "known", driver.Certificates{CA: ours.path}, 1045, "Access denied"},
		"no file":               {plan.TLSVerifyCA, "127.0.0.1", "safe", driver.Certificates{CA: ours.path + "x"}, 2026, "no such file"},
		"no certificate":        {plan.TLSVerifyCA, "127.0.0.1", "safe", driver.Certificates{CA: key}, 2026, "holds no certificate"},
		"certificate, no key":   {plan.TLSRequired, "127.0.0.1", "safe", driver.Certificates{Cert: cert}, 2026, "certificate and key"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := cipher(plan.Target{TLS: c.mode}, driver.Endpoint{Hosts: []string{c.host + port}, User: c.user, TLS: c.files})
			if c.code == 0 {
				if err != nil || (got != "") != (c.want == "on") {
					t.Errorf("cipher %q, error %v; want TLS %s", got, err, c.want)
				}
				return
			}
			if err == nil {
				t.Fatalf("the session opened, with cipher %q", got)
			}
			failed := drivertest.AsError(t, "opening", err)
			if failed.Class != driver.Refused || failed.Code != c.code || !strings.Contains(failed.Message, c.want) {
				t.Errorf("class %d, %v; want class Refused, code %d, %q", failed.Class, failed, c.code, c.want)
			}
		})
	}
	// Whether the server's alert or the end of the connection comes first is
	// a matter of luck.
	t.Run("foreign client", func(t *testing.T) {
		_, err := cipher(plan.Target{TLS: plan.TLSVerifyCA}, driver.Endpoint{
			Hosts: []string{"127.0.0.1" + port}, User: "known", TLS: driver.Certificates{CA: ours.path, Cert: foreign, Key: foreignKey},
		})
		if err == nil {
			t.Fatal("the session opened")
		}
		if failed := drivertest.AsError(t, "opening", err); !strings.Contains(failed.Message, "certificate") {
			t.Error(failed)
		}
	})
}

// cipher opens a session and asks the server for its cipher: empty without TLS.
func cipher(target plan.Target, at driver.Endpoint) (string, error) {
	db, err := mysql.Open(context.Background(), &target, at)
	if err != nil {
		return "", err
	}
	conn, err := db.Open(context.Background(), 0)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	var res driver.Result
	st := drivertest.Text("SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'", expr.String)
	if err := conn.Execute(&st, nil, &res); err != nil {
		return "", err
	}
	return string(res.Row[0].Text), nil
}

// TestNoTLS asks a server without TLS for it.
func TestNoTLS(t *testing.T) {
	at := driver.Endpoint{Hosts: []string{shared(t).Socket}, User: "root"}
	if got, err := cipher(plan.Target{TLS: plan.TLSPreferred}, at); err != nil || got != "" {
		t.Errorf("preferred: cipher %q, error %v; want a plain session", got, err)
	}
	_, err := cipher(plan.Target{TLS: plan.TLSRequired}, at)
	if failed := drivertest.AsError(t, "opening", err); failed.Class != driver.Refused || !strings.Contains(failed.Message, "offers no TLS") {
		t.Errorf("required: class %d, %v", failed.Class, failed)
	}
}

// TestAuthentication opens sessions by each method that MariaDB has and this
// driver too. MySQL's caching_sha2_password needs a MySQL server.
func TestAuthentication(t *testing.T) {
	s := shared(t)
	servertest.SQL(t, s, `INSTALL SONAME 'auth_ed25519';
		CREATE USER native@localhost IDENTIFIED VIA mysql_native_password USING PASSWORD('old');
		CREATE USER curve@localhost IDENTIFIED VIA ed25519 USING PASSWORD('new')`)
	t.Cleanup(func() {
		servertest.SQL(t, s, "DROP USER native@localhost, curve@localhost; UNINSTALL SONAME 'auth_ed25519'")
	})
	for _, c := range []struct {
		user, password string
		code           int
	}{{"native", "old", 0}, {"curve", "new", 0}, {"native", "new", 1045}, {"curve", "old", 1045}, {"curve", "", 1045}} {
		_, err := cipher(plan.Target{}, driver.Endpoint{Hosts: []string{s.Socket}, User: c.user, Password: c.password})
		got := 0
		if err != nil {
			got = drivertest.AsError(t, "opening", err).Code
		}
		if got != c.code {
			t.Errorf("user %s, password %s: %v, want code %d", c.user, c.password, err, c.code)
		}
	}
}

// TestAccounts sends each host its own user.
func TestAccounts(t *testing.T) {
	s := shared(t)
	servertest.SQL(t, s, "CREATE OR REPLACE USER one@localhost IDENTIFIED BY 'a'; CREATE OR REPLACE USER two@localhost IDENTIFIED BY 'b'")
	db, err := mysql.Open(context.Background(), &plan.Target{}, driver.Endpoint{
		Hosts: []string{s.Socket, s.Socket}, Accounts: []driver.Account{{User: "one", Password: "a"}, {User: "two", Password: "b"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"one@localhost", "two@localhost", "one@localhost"} {
		conn := drivertest.Connect(t, db, n)
		res := drivertest.Exec(t, conn, drivertest.Text("SELECT CURRENT_USER()", expr.String))
		if got := string(res.Row[0].Text); got != want || conn.Host() != n%2 {
			t.Errorf("session %d is %s at host %d, want %s at %d", n, got, conn.Host(), want, n%2)
		}
	}
}

// TestWire checks what a target says of its connections, in the server's words.
func TestWire(t *testing.T) {
	s := shared(t)
	const ask = "SELECT CONCAT_WS(' ', (SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Compression'), " +
		"@@character_set_client, @@character_set_results, @@collation_connection, @@sort_buffer_size, @mine)"
	for name, c := range map[string]struct {
		target plan.Target
		want   string
	}{
		"by default": {plan.Target{}, "OFF utf8mb4 utf8mb4 utf8mb4_general_ci 2097152"},
		"compressed": {plan.Target{Compress: true}, "ON utf8mb4 utf8mb4 utf8mb4_general_ci 2097152"},
		"charset":    {plan.Target{Charset: "latin1"}, "OFF latin1 latin1 latin1_swedish_ci 2097152"},
		"all": {plan.Target{
			Charset: "utf8mb3", Collation: "utf8mb3_bin", Compress: true,
			Session: []plan.Setting{{Name: "sort_buffer_size", Value: "65536"}}, Init: []string{"SET @mine = @@sort_buffer_size + 1"},
		}, "ON utf8mb3 utf8mb3 utf8mb3_bin 65536 65537"},
	} {
		conn := drivertest.Connect(t, open(t, s, c.target, ""), 0)
		res := drivertest.Exec(t, conn, drivertest.Text(ask, expr.String))
		if got := string(res.Row[0].Text); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	db := open(t, s, plan.Target{Charset: "klingon"}, "")
	_, err := db.Open(context.Background(), 0)
	if failed := drivertest.AsError(t, "opening", err); failed.Class != driver.Refused || failed.Code != 1115 {
		t.Errorf("an unknown character set: class %d, %v", failed.Class, failed)
	}
}

// TestSilentHost waits for a host that accepts and says nothing only as long
// as the endpoint allows.
func TestSilentHost(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	start := time.Now()
	_, err = cipher(plan.Target{}, driver.Endpoint{Hosts: []string{l.Addr().String()}, User: "root", Timeout: 50 * time.Millisecond})
	failed := drivertest.AsError(t, "opening", err)
	if failed.Class != driver.Lost || !strings.Contains(failed.Message, "no answer in time") || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: class %d, %v", time.Since(start), failed.Class, failed)
	}
}
