// Package wire is the packets of the MySQL and MariaDB protocol that a
// benchmark sends and reads millions of times: a statement to execute, and its
// answer.
//
// It does no I/O and knows no connection: requests are appended to a buffer,
// answers are fed in as they arrive, cut anywhere. Connecting and
// authenticating are not here; a session's terms are read off what its client
// has sent. A statement costs no allocation, but for those that fail. Whatever
// a server sends, an answer ends, or is an error; memory is taken for what has
// arrived, not for what is announced.
//
// The facts are those of the public descriptions: "Client/Server Protocol" of
// MySQL's source documentation, and of MariaDB's Knowledge Base.
package wire

import (
	"encoding/binary"
	"fmt"
)

// Terms are what a client and its server have agreed on and what changes how
// answers are written. The zero value is the oldest form.
type Terms struct {
	// CacheMetadata: the definitions of a prepared statement's columns are
	// sent again only if they have changed (MariaDB from 10.6).
	CacheMetadata bool
	// DeprecateEOF: definitions are not followed by an EOF packet, and rows by
	// an OK packet that begins as one.
	DeprecateEOF bool
}

// Bits of a client's capabilities. Those that this package does not name
// change packets in a way that it does not know.
const (
	bitMySQL        = 1 << 0 // the client is none of MariaDB's, so the next 32 bits are not there
	bitProtocol41   = 1 << 9
	bitDeprecateEOF = 1 << 24

	// understood are, besides those: found rows, long flags, with database,
	// local files, interactive, transactions, reserved, authentication of 4.1,
	// multiple statements and results, also of prepared ones, plug-ins,
	// attributes, long authentication data, expired passwords.
	understood = bitMySQL | bitProtocol41 | bitDeprecateEOF |
		1<<1 | 1<<2 | 1<<3 | 1<<7 | 1<<10 | 1<<13 | 1<<14 | 1<<15 | 1<<16 | 1<<17 | 1<<18 | 1<<19 | 1<<20 | 1<<21 | 1<<22

	extendedProgress      = 1 << 0
	extendedCacheMetadata = 1 << 4
	understoodExtended    = extendedProgress | extendedCacheMetadata
)

// ReplySize is how many bytes of a client's first packet ReadTerms wants, its
// header included.
const ReplySize = headerSize + 32

// ReadTerms takes the beginning of the first packet that a client sends, its
// reply to the server's greeting, in which it names those capabilities that
// both have. False stands for a session that this package would misread: one
// with TLS, compression, or a capability that is not understood.
func ReadTerms(reply []byte) (Terms, bool) {
	if len(reply) < ReplySize || reply[3] != 1 {
		return Terms{}, false
	}
	body := reply[headerSize:]
	bits := binary.LittleEndian.Uint32(body)
	if bits&^understood != 0 || bits&bitProtocol41 == 0 {
		return Terms{}, false
	}
	// MariaDB has its own bits at the end of what is filled with zeros otherwise.
	extended := uint32(0)
	if bits&bitMySQL == 0 {
		extended = binary.LittleEndian.Uint32(body[28:])
	}
	if extended&^understoodExtended != 0 {
		return Terms{}, false
	}
	return Terms{CacheMetadata: extended&extendedCacheMetadata != 0, DeprecateEOF: bits&bitDeprecateEOF != 0}, true
}

// ServerError is an error that the server sent.
type ServerError struct {
	Code    int
	State   string // SQLSTATE, if any
	Message string
}

func (e *ServerError) Error() string { return fmt.Sprintf("error %d: %s", e.Code, e.Message) }

// MalformedError is an answer that is not what the protocol allows, or not
// what this package knows. The connection is of no more use.
type MalformedError struct{ Why string }

func (e *MalformedError) Error() string {
	return "the server's answer cannot be understood: " + e.Why
}
