package planner_test

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/planner"
)

func TestCompleteAddress(t *testing.T) {
	for text, want := range map[string]string{
		"db1": "db1:3306", "db1:3307": "db1:3307", "10.0.0.1": "10.0.0.1:3306", "/run/s.sock": "/run/s.sock",
		"::1": "[::1]:3306", "[::1]": "[::1]:3306", "[::1]:3307": "[::1]:3307", "fe80::1%eth0": "[fe80::1%eth0]:3306", "db_1.example": "db_1.example:3306",
		"": "before its port", ":3306": "before its port", "a,b": "several are a list", "a b:3306": "several are a list", "a:1:2": "several are a list",
		"u@h": "several are a list", "tcp://h": "1 to 65535", "h:0": "1 to 65535", "h:65536": "1 to 65535", "h:": "1 to 65535", "h:x": "1 to 65535", "h:-1": "1 to 65535",
	} {
		address, fault := planner.CompleteAddress(text)
		if address != want && (fault == "" || !strings.Contains(fault, want)) {
			t.Errorf("%q: %q, %q; want %q", text, address, fault, want)
		}
	}
}
