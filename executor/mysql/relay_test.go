package mysql_test

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// relay passes connections on to a server's socket, and can freeze: then it
// goes on to accept and to read, but nothing comes back, as from a host that
// hangs. Or it garbles what comes back.
type relay struct{ frozen, garbling atomic.Bool }

func newRelay(t *testing.T, l net.Listener, socket string) *relay {
	r := &relay{}
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
			go r.back(client, server)
		}
	}()
	return r
}

func (r *relay) freeze() { r.frozen.Store(true) }

// back copies what the server sends until the relay freezes.
func (r *relay) back(client, server net.Conn) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := server.Read(buffer)
		if err != nil {
			client.Close()
			return
		}
		if r.garbling.Load() {
			buffer[n-1] ^= 0x55
			buffer[3] ^= 0x55 // the number of the first packet
		}
		if !r.frozen.Load() {
			client.Write(buffer[:n])
		}
	}
}
