//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package sqlite

import (
	"errors"
	"os"
)

// lock gets nothing: this system has no locks that we use.
func lock(*os.File) error { return errors.ErrUnsupported }
