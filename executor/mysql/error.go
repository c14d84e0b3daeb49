package mysql

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/wire"
	library "github.com/go-sql-driver/mysql"
)

// Error numbers of the server that this package acts on, and those of the
// client library that have a meaning of their own.
const (
	errPrepareUnsupported = 1295 // this command is not supported in the prepared statement protocol
	errPrepareNoRoom      = 1461 // can't create more than max_prepared_stmt_count statements
	errWrongString        = 1300 // invalid utf8mb4 character string
	errWrongValue         = 1366 // incorrect string value for a column
	errInterrupted        = 1317 // query execution was interrupted
	errUnknownHost        = 2005 // client: no such host
	errTooLarge           = 2020 // client: got a packet bigger than max_allowed_packet
	errTLS                = 2026 // client: the connection cannot be secured
	errAuthPlugin         = 2059 // client: authentication not possible
)

// code is the server's number of an error, 0 for other errors and none.
func code(err error) int {
	if sent := fromServer(err); sent != nil {
		return sent.Code
	}
	return 0
}

// tooLarge is a statement of so many bytes, for which a server would hang up
// without a word.
func (s *session) tooLarge(size int) *driver.Error {
	return &driver.Error{Code: errTooLarge,
		Message: fmt.Sprintf("the statement has %d bytes, and the server's max_allowed_packet is %d: raise it with SET GLOBAL max_allowed_packet", size, s.most)}
}

// foreignText is a statement that the session's server would misread.
func foreignText() *driver.Error {
	return &driver.Error{Code: errWrongString,
		Message: "the statement has characters that the session's character set lacks, while its text is UTF-8: set the target's charset to utf8mb4, or give them as arguments"}
}

// lost tells whether a server's error ends the session, or refuses a new one
// only for now: a server that is full (1040, and 1203 for one user), that
// shuts down (1053, and 1079, 1080), that killed the connection (1927, MySQL
// 3169), waited too long for us (MySQL 4031), or lost us (1152 to 1161, 1184).
func lost(number int) bool {
	switch number {
	case 1040, 1203, 1053, 1079, 1080, 1927, 3169, 4031, 1152, 1158, 1159, 1160, 1161, 1184:
		return true
	}
	return false
}

// fromServer translates an error that the server sent, whoever has read it;
// nil if err is none.
func fromServer(err error) *driver.Error {
	var failed *driver.Error
	var sent *wire.ServerError
	var heard *library.MySQLError
	switch {
	case errors.As(err, &sent):
		failed = &driver.Error{Code: sent.Code, State: sent.State, Message: sent.Message}
	case errors.As(err, &heard):
		failed = &driver.Error{Code: int(heard.Number), Message: heard.Message}
		if heard.SQLState[0] != 0 {
			failed.State = string(heard.SQLState[:])
		}
	default:
		return nil
	}
	if lost(failed.Code) {
		failed.Class = driver.Lost
	}
	return failed
}

// failure translates the error of a statement. Whatever is neither from the
// server nor from this package leaves the connection in an unknown state, so
// the session ends.
func (s *session) failure(err error) *driver.Error {
	failed := fromServer(err)
	switch own := (*driver.Error)(nil); {
	case failed != nil:
	case errors.As(err, &own):
		return own
	case errors.Is(err, library.ErrPktTooLarge):
		return &driver.Error{Code: errTooLarge, Message: "the statement is larger than 64 MiB"}
	default:
		failed = s.lostBy(err)
	}
	if failed.Class == driver.Lost {
		s.broken = true
		s.link.Close()
	}
	if s.interrupted.Load() == s.count {
		failed.Class, failed.Code = driver.Interrupted, errInterrupted
	}
	return failed
}

// lostBy describes the loss of the connection, by the network's reason if
// there is one.
func (s *session) lostBy(err error) *driver.Error {
	failed := &driver.Error{Class: driver.Lost, Code: driver.CodeLost, Message: "the connection was lost during the statement"}
	if errors.Is(err, sqldriver.ErrBadConn) {
		failed.Code, failed.Message = driver.CodeGone, "the connection is gone"
	}
	if s.link.failed != nil {
		err = s.link.failed
	}
	failed.Message += ": " + err.Error()
	return failed
}

// openFailure translates the error of opening a session. What only a change
// of the target can cure is Refused. The message tells the host, which a
// server's own does not.
func (db *database) openFailure(err error, host int) *driver.Error {
	address := db.at.Hosts[host]
	if failed := fromServer(err); failed != nil {
		if failed.Class != driver.Lost {
			failed.Class = driver.Refused
		}
		failed.Message += ", says the server at " + address
		if strings.Contains(failed.Message, "(using password: NO)") {
			failed.Message += "; no password was given: one comes from the target's password, or for an address from ASSAY_PASSWORD"
		}
		return failed
	}
	if failed := db.insecure(err, address); failed != nil {
		return failed
	}
	failed := &driver.Error{Class: driver.Lost, Code: driver.CodeConnect, Message: fmt.Sprintf("cannot connect to %s: %v", address, reason(err))}
	var unknown *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		failed.Message = fmt.Sprintf("cannot connect to %s: no answer in time", address)
	case errors.As(err, &unknown) && unknown.IsNotFound:
		failed.Class, failed.Code = driver.Refused, errUnknownHost
	case errors.Is(err, library.ErrNativePassword), errors.Is(err, library.ErrOldPassword), errors.Is(err, library.ErrCleartextPassword),
		errors.Is(err, library.ErrUnknownPlugin), errors.Is(err, library.ErrOldProtocol):
		failed.Class, failed.Code = driver.Refused, errAuthPlugin
	case db.at.TLS.Cert != "" && !dialing(err):
		// In TLS 1.3 a server looks at the client's certificate when the
		// client thinks that all is well, and its alert may come too late.
		failed.Message += "; perhaps the server does not trust the client's certificate"
	}
	return failed
}

// reason is the system's word for an error of the network, which repeats the
// address otherwise.
func reason(err error) error {
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}

// dialing tells whether the error is from before the first byte.
func dialing(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// gone is what a session that is closed, or has failed before, answers.
func gone() *driver.Error {
	return &driver.Error{Class: driver.Lost, Code: driver.CodeGone, Message: "the session is closed or lost"}
}
