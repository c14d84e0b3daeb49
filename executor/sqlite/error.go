package sqlite

import (
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"modernc.org/libc"
	"modernc.org/sqlite/lib"
)

// Primary result codes that this package looks at. Errors carry the primary
// code (5 for every kind of SQLITE_BUSY), so that rules by code are short; an
// extended code stands in the message.
const (
	codeBusy      = sqlite3.SQLITE_BUSY
	codeInterrupt = sqlite3.SQLITE_INTERRUPT
	codeCantOpen  = sqlite3.SQLITE_CANTOPEN
)

// failure describes the error with which the library's last call returned.
func (s *session) failure(rc int32) *driver.Error {
	err := &driver.Error{Code: int(rc & 0xff)}
	if s.db != 0 {
		err.Message = libc.GoString(sqlite3.Xsqlite3_errmsg(s.tls, s.db))
	} else {
		err.Message = libc.GoString(sqlite3.Xsqlite3_errstr(s.tls, rc))
	}
	if rc > 0xff {
		err.Message += fmt.Sprintf(" (extended code %d)", rc)
	}
	if err.Code == codeInterrupt {
		err.Class = driver.Interrupted
	}
	return err
}
