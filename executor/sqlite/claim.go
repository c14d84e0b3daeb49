package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assay-bench/assay/executor/driver"
)

// claimSuffix makes the name of a database that of its lock. The lock is a file
// of its own: closing any file of the database itself would give up the
// locks that the library holds on it (POSIX counts those by process).
const claimSuffix = "-assay-lock"

// errHeld is a lock that somebody else holds.
var errHeld = errors.New("another holds the lock")

// Claim holds the database against the runs of other processes, by a lock that
// the system frees when this one dies. No SQL would do: a lock of SQLite's
// own keeps the workers out too, or ends with its transaction.
func (db *database) Claim() *driver.Claim {
	if db.own != nil {
		return nil // nobody else knows the file
	}
	path, err := filepath.EvalSymlinks(db.path)
	if err != nil {
		return nil // as with a server that refuses locks, the database is used without
	}
	path += claimSuffix
	for {
		f, err := openLock(path)
		if err != nil {
			return nil
		}
		err = lock(f)
		switch {
		case err == errHeld:
			holder := holder(f)
			f.Close()
			return &driver.Claim{Holder: holder}
		case err != nil:
			f.Close()
			return nil
		case !isAt(f, path):
			f.Close() // its holder removed it after we had opened it
			continue
		}
		me := fmt.Sprintf("process %d", os.Getpid())
		_ = f.Truncate(0)
		_, _ = f.WriteAt([]byte(me), 0) // for the refusal of others; the lock holds without
		return &driver.Claim{Holder: me, Release: func() {
			_ = os.Remove(path) // while it is held, so that nobody's new lock is removed
			f.Close()
		}}
	}
}

// openLock opens the lock file and makes it if need be. Another user's can be
// locked without being written to.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		f, err = os.Open(path)
	}
	return f, err
}

// holder is who holds a lock, as it has written; empty if it has not yet.
func holder(f *os.File) string {
	text, _ := io.ReadAll(io.LimitReader(f, 64))
	return string(bytes.TrimSpace(text))
}

// isAt tells whether f is still the file of that name.
func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}
