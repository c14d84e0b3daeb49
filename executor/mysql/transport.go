package mysql

import (
	"net"
	"net/netip"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
)

// Transport implements driver.Located, by the addresses as they are written: a
// name other than localhost may be anywhere.
func (db *database) Transport() driver.Transport {
	farthest := driver.Socket
	for _, host := range db.at.Hosts {
		farthest = min(farthest, transport(host))
	}
	return farthest
}

// transport is how far one host is.
func transport(host string) driver.Transport {
	if strings.HasPrefix(host, "/") {
		return driver.Socket
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if host == "localhost" || err == nil && ip.IsLoopback() {
		return driver.Loopback
	}
	return driver.Remote
}
