package mysql

import (
	"bytes"
	"io"
	"net"
	"path/filepath"
	"testing"

	"github.com/assay-bench/assay/executor/wire"
)

// older gives the socket of a relay to a server's, which in the greeting hides
// from the client what terms are without: so does an older server.
func older(t *testing.T, socket string, terms wire.Terms) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket)
			if err != nil {
				client.Close()
				continue
			}
			go func() {
				defer server.Close()
				io.Copy(server, client)
			}()
			go func() {
				defer client.Close()
				greeting := make([]byte, 4<<10)
				n, err := server.Read(greeting)
				if err == nil {
					hide(greeting[:n], terms)
					client.Write(greeting[:n])
					io.Copy(client, server)
				}
			}()
		}
	}()
	return path
}

// hide clears capabilities in a server's greeting.
func hide(greeting []byte, terms wire.Terms) {
	const header, number, scramble = 4, 4, 9
	low := header + 1 + bytes.IndexByte(greeting[header+1:], 0) + 1 + number + scramble
	high := low + 2 + 1 + 2 // the character set and the status between them
	extended := high + 2 + 1 + 6
	if !terms.DeprecateEOF {
		greeting[high+1] &^= 1 << 0
	}
	if !terms.CacheMetadata {
		greeting[extended] &^= 1 << 4
	}
}

// allTerms are those that servers of different makes and ages agree to.
var allTerms = map[string]wire.Terms{
	"this server": {CacheMetadata: true, DeprecateEOF: true}, "MySQL": {DeprecateEOF: true}, "EOF packets": {CacheMetadata: true}, "old": {},
}
