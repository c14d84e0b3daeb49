//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package sqlite

import "os"

// take gets nothing: this system has no locks that we use.
func take(string) (*os.File, bool) { return nil, false }
