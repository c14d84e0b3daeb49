package probes

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/probes/probe"
)

// wire is the driver of the probe network.
type wire struct {
	way             string // tcp or unix
	peer            string // where the other end is
	request, answer int64
	own             net.Listener // of our own peer; nil if it is elsewhere
	directory       string       // of its socket; empty if it has none
}

// newNetwork starts a peer of its own if none is named.
func newNetwork(v probe.Values, at driver.Endpoint) (driver.Driver, error) {
	w := &wire{way: v.Text("network_way"), peer: at.Path, request: v.Int("network_request"), answer: v.Int("network_answer")}
	if w.peer != "" {
		return w, nil
	}
	if err := w.listen(); err != nil {
		return nil, errors.Join(&driver.Error{Message: "no peer can be started: " + err.Error()}, w.Close())
	}
	go func() { _ = ServePeer(w.own) }() // its sessions tell if it fails
	return w, nil
}

// listen opens an address of our own: a free port of the loopback device, or a
// socket in a private directory.
func (w *wire) listen() (err error) {
	address := "127.0.0.1:0"
	if w.way == "unix" {
		if w.directory, err = os.MkdirTemp("", "assay-peer-"); err != nil {
			return err
		}
		address = filepath.Join(w.directory, "peer")
	}
	if w.own, err = net.Listen(w.way, address); err != nil {
		return err
	}
	w.peer = w.own.Addr().String()
	return nil
}

// Facts tell whether the peer is another process.
func (w *wire) Facts(context.Context) ([]driver.Fact, error) {
	peer := "elsewhere"
	if w.own != nil {
		peer = "in this process"
	}
	return []driver.Fact{{Name: "kernel", Value: "network/" + w.way + "/1"}, {Name: "peer", Value: peer}}, nil
}

// Open connects a session and tells its peer the sizes.
func (w *wire) Open(ctx context.Context, _ int) (driver.Conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, w.way, w.peer)
	if err != nil {
		return nil, &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: err.Error() + "; start a peer there with assay probe peer"}
	}
	head := binary.LittleEndian.AppendUint32([]byte(greeting), uint32(w.request))
	head = binary.LittleEndian.AppendUint32(head, uint32(w.answer))
	if _, err := c.Write(head); err != nil {
		return nil, errors.Join(lostPeer(err), c.Close())
	}
	return &call{wire: w, conn: c, request: make([]byte, w.request), answer: make([]byte, w.answer)}, nil
}

// Close ends the peer of its own, and removes its socket.
func (w *wire) Close() (err error) {
	if w.own != nil {
		err = w.own.Close()
	}
	if w.directory != "" {
		err = errors.Join(err, os.RemoveAll(w.directory))
	}
	return err
}

// call is a session: a connection with its buffers, whose bytes are zeros. No
// network of a database looks at them.
type call struct {
	seat
	wire            *wire
	conn            net.Conn
	request, answer []byte
}

// Operate sends one request and reads its answer.
func (s *call) Operate(_ int64, op *driver.Operation) error {
	if _, err := s.conn.Write(s.request); err != nil {
		return s.failed(err)
	}
	if _, err := io.ReadFull(s.conn, s.answer); err != nil {
		return s.failed(err)
	}
	op.Bytes = s.wire.request + s.wire.answer
	return nil
}

// failed tells an interrupt from the end of the connection.
func (s *call) failed(err error) error {
	if s.stopped.Load() {
		return interrupted
	}
	return lostPeer(err)
}

// lostPeer is the error of a connection that is of no more use.
func lostPeer(err error) *driver.Error {
	return &driver.Error{Code: driver.CodeLost, Message: "the connection to the peer ended: " + err.Error()}
}

// Interrupt ends what waits for the peer, and with it the connection.
func (s *call) Interrupt(ctx context.Context) error {
	_ = s.seat.Interrupt(ctx)
	return s.conn.SetDeadline(time.Now())
}

func (s *call) Close() error { return s.conn.Close() }
