package mysql

import (
	"testing"

	"github.com/assay-bench/assay/executor/driver"
)

func TestTransport(t *testing.T) {
	for want, hosts := range map[driver.Transport][][]string{
		driver.Socket:   {{"/run/mysqld.sock"}, {"/a", "/b"}},
		driver.Loopback: {{"127.0.0.1:3306"}, {"localhost"}, {"[::1]:3306"}, {"::1"}, {"127.8.0.1"}, {"/a", "localhost:1"}},
		driver.Remote:   {{"db.example.com"}, {"10.0.0.1:3306"}, {"[2001:db8::1]:1"}, {"/a", "db"}, {"127.0.0.1", "localhost.example.com"}},
	} {
		for _, h := range hosts {
			db := &database{at: driver.Endpoint{Hosts: h}}
			if got := db.Transport(); got != want {
				t.Errorf("%v: transport %d, want %d", h, got, want)
			}
		}
	}
}
