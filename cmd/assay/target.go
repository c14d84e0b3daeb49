package main

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner"
)

// override is what --target says: the name of a target, and perhaps where it
// is. A scheme is the name of a target that needs no block; a block of that
// name in the spec lends its session settings.
type override struct {
	name   string
	driver string
	at     driver.Endpoint
	given  bool // at was given
}

// schemes are the places that --target understands, with their driver.
var schemes = map[string]string{"mysql": "mysql", "mariadb": "mysql", "sqlite": "sqlite", "null": "null"}

// passwordVariable holds the password for a --target place, since a command
// line is for everybody to read.
const passwordVariable = "ASSAY_PASSWORD"

// parseTarget reads --target: NAME, mariadb://USER@HOST:PORT/DATABASE,
// mariadb://USER@/DATABASE?socket=PATH, sqlite:PATH or null:. The parameters ca,
// cert and key are the files of a target block whose tls says how to use them.
func parseTarget(text string) (*override, error) {
	scheme, rest, place := strings.Cut(text, ":")
	if !place {
		return &override{name: text}, nil
	}
	kind, known := schemes[scheme]
	if !known {
		return nil, fmt.Errorf("--target %s: no scheme is called %q; there are mysql, mariadb, sqlite and null", text, scheme)
	}
	o := &override{name: scheme, driver: kind, given: true}
	switch kind {
	case "null":
		return o, nil
	case "sqlite":
		o.at.Path = strings.TrimPrefix(rest, "//")
		return o, nil
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("--target is no URL such as %s://USER@HOST:3306/DATABASE", scheme)
	}
	return o, o.locate(u)
}

// locate fills in the address of a server.
func (o *override) locate(u *url.URL) error {
	if _, given := u.User.Password(); given {
		return fmt.Errorf("--target holds a password, which every user of this machine can read; set %s instead", passwordVariable)
	}
	o.at.User = u.User.Username()
	o.at.Password = os.Getenv(passwordVariable)
	o.at.Database = strings.TrimPrefix(u.Path, "/")
	for key := range u.Query() {
		switch value := u.Query().Get(key); key {
		case "socket":
		case "ca":
			o.at.TLS.CA = value
		case "cert":
			o.at.TLS.Cert = value
		case "key":
			o.at.TLS.Key = value
		default:
			return fmt.Errorf("--target: no parameter is called %q; there are socket, ca, cert and key", key)
		}
	}
	switch socket := u.Query().Get("socket"); {
	case socket != "" && socket[0] != '/':
		return fmt.Errorf("--target %s: the path of a socket is absolute: it begins with a slash", u.Redacted())
	case socket != "":
		o.at.Hosts = []string{socket}
	case u.Host != "":
		address, fault := planner.CompleteAddress(u.Host)
		if fault != "" {
			return fmt.Errorf("--target %s: %s", u.Redacted(), fault)
		}
		o.at.Hosts = []string{address}
	default:
		return fmt.Errorf("--target %s names neither a host nor a socket", u.Redacted())
	}
	return o.complete(u)
}

// complete insists on what a target block needs too: a server's own defaults,
// such as an anonymous user, are no place to run by accident.
func (o *override) complete(u *url.URL) error {
	for _, need := range []struct{ what, given string }{{"user", o.at.User}, {"database", o.at.Database}} {
		if need.given == "" {
			return fmt.Errorf("--target %s names no %s; the form is %s://USER@HOST:PORT/DATABASE", u.Redacted(), need.what, u.Scheme)
		}
	}
	return nil
}
