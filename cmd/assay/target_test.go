package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assay-bench/assay/executor/driver"
)

func TestParseTarget(t *testing.T) {
	t.Setenv(passwordVariable, "secret")
	tests := map[string]override{
		"prod":                         {name: "prod"},
		"null:":                        {name: "null", driver: "null", given: true},
		"sqlite:/tmp/a.db":             {name: "sqlite", driver: "sqlite", given: true, at: driver.Endpoint{Path: "/tmp/a.db"}},
		"mariadb://bob@localhost/shop": {name: "mariadb", driver: "mysql", given: true, at: driver.Endpoint{Hosts: []string{"localhost:3306"}, User: "bob", Password: "secret", Database: "shop"}},
		"mysql://bob@[::1]:3307/shop":  {name: "mysql", driver: "mysql", given: true, at: driver.Endpoint{Hosts: []string{"[::1]:3307"}, User: "bob", Password: "secret", Database: "shop"}},
		"mysql://b@h/d?ca=/ca&cert=/c&key=/k": {name: "mysql", driver: "mysql", given: true, at: driver.Endpoint{
			Hosts: []string{"h:3306"}, User: "b", Password: "secret", Database: "d", TLS: driver.Certificates{CA: "/ca", Cert: "/c", Key: "/k"}}},
		"mariadb://root@/shop?socket=/run/s.sock": {name: "mariadb", driver: "mysql", given: true, at: driver.Endpoint{Hosts: []string{"/run/s.sock"}, User: "root", Password: "secret", Database: "shop"}},
	}
	for text, want := range tests {
		got, err := parseTarget(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: got %+v, want %+v", text, *got, want)
		}
	}
}

func TestParseTargetErrors(t *testing.T) {
	tests := map[string]string{
		"postgres://a/b":          "no scheme",
		"mysql://bob:pw@host/db":  passwordVariable,
		"mysql://bob@/db":         "neither a host nor a socket",
		"mariadb://h/db":          "names no user; the form is mariadb://USER@HOST:PORT/DATABASE",
		"mysql://bob@h":           "names no database",
		"mysql://bob@h/":          "names no database",
		"mysql://bob@?socket=/s":  "names no database",
		"mysql://bob@h/db?tls=no": `"tls"`,
		"mysql://bob@h:99999/db":  "1 to 65535",
		"mysql://bob@a,b/db":      "several are a list",
		"mysql://b@/d?socket=s":   "begins with a slash",
	}
	for text, want := range tests {
		_, err := parseTarget(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: the password is in %q", text, err)
		}
	}
}
