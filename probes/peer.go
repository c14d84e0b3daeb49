package probes

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/assay-bench/assay/probes/probe"
)

// greeting begins each connection to a peer, so that a port is not mistaken for
// one: these bytes, then the sizes of requests and answers, 32 bits each with
// the low byte first.
const greeting = "assay-p1"

// ServePeer is the other end of the probe network: it answers on every
// connection that l accepts, until l is closed. What is no probe's connection
// is closed.
func ServePeer(l net.Listener) error {
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("accept connections of probes: %w", err)
		}
		go func() {
			defer c.Close()
			_ = answer(c) // the end of a connection is the end of its probe
		}()
	}
}

// answer reads requests and answers each.
func answer(c net.Conn) error {
	var head [len(greeting) + 8]byte
	if _, err := io.ReadFull(c, head[:]); err != nil {
		return err
	}
	request := binary.LittleEndian.Uint32(head[len(greeting):])
	reply := binary.LittleEndian.Uint32(head[len(greeting)+4:])
	if string(head[:len(greeting)]) != greeting || max(request, reply) > probe.MaxMessage || min(request, reply) == 0 {
		return errors.New("this is no probe's connection")
	}
	in := bufio.NewReaderSize(c, 64<<10)
	out := make([]byte, reply)
	for {
		if _, err := in.Discard(int(request)); err != nil {
			return err
		}
		if _, err := c.Write(out); err != nil {
			return err
		}
	}
}
