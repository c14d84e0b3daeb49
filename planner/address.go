package planner

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// defaultPort is MySQL's own.
const defaultPort = "3306"

// CompleteAddress makes "name:port" of "name", "name:port" or an address of IPv4
// or IPv6, and leaves the path of a socket as it is. For anything else fault is
// a sentence that says what is wrong, without showing the address, which may be
// a secret.
func CompleteAddress(text string) (address, fault string) {
	if strings.HasPrefix(text, "/") {
		return text, ""
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil { // there is no port, or the text is a bare address of IPv6
		host, port = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"), defaultPort
	}
	_, notIP := netip.ParseAddr(host)
	switch n, err := strconv.ParseUint(port, 10, 16); {
	case host == "":
		return "", "A host has a name or an address before its port, such as \"name:3306\"."
	case notIP != nil && strings.ContainsAny(host, " \t\r\n,;:/@[]"):
		return "", "A host is one name or address with a port at most, such as \"name:3306\" or \"[::1]:3306\"; several are a list."
	case err != nil || n == 0:
		return "", "A port is a whole number from 1 to 65535."
	}
	return net.JoinHostPort(host, port), ""
}
