package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// ready waits until the server greets a client, its process ends, or ctx is
// done.
func (s *Server) ready(ctx context.Context) error {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		last := greeted(ctx, s.Socket)
		if last == nil {
			return nil
		}
		select {
		case <-s.process.ended:
			return fmt.Errorf("its process ended (%v)", s.process.cmd.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("it did not answer in time: %w", last)
		case <-again.C:
		}
	}
}

// greeted connects and reads the first packet of the MySQL protocol: three
// bytes of length, one of sequence, then protocol version 10, or 255 for an
// error.
func greeted(ctx context.Context, socket string) error {
	// A connection alone would not do: the socket accepts before the server
	// can answer.
	const version = 10
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", socket)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	var head [5]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return err
	}
	if head[4] != version {
		return errors.New("it greets with an error")
	}
	return nil
}
