package sqlite

import (
	"context"
	"os"
	"path/filepath"

	"github.com/assay-bench/assay/executor/driver"
)

// filesOfSession is what a session opens: the database, its write-ahead log
// and the index of that.
const filesOfSession = 3

// Preflight looks at the limit of open files, at the space where the database
// is, and at whether it may be written.
func (db *database) Preflight(_ context.Context, needs driver.Needs) ([]driver.Finding, error) {
	findings := driver.Files(filesOfSession, needs)
	dir := filepath.Dir(db.path)
	info, err := os.Stat(db.path)
	if err != nil {
		return findings, &driver.Error{Class: driver.Refused, Code: codeCantOpen, Message: "cannot look at the database's file: " + err.Error()}
	}
	if free, known := driver.FreeSpace(dir); known && needs.Bytes > 0 {
		need := max(needs.Bytes-info.Size(), 0)
		findings = append(findings, driver.Space(driver.Here, "disk of "+dir, free, need, "make room there, or load fewer rows"))
	}
	f, err := os.OpenFile(db.path, os.O_RDWR, 0)
	if err == nil {
		err = f.Close()
	}
	return append(findings, driver.Switch(driver.Here, "write to "+db.path, err == nil, true, needs.Writes, "allow this user to write to it, or use another file")), nil
}
