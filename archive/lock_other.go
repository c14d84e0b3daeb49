//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package archive

import "os"

// lockDir only opens the directory: this system has no locks that we use.
func lockDir(dir string) (*os.File, error) { return os.Open(dir) }

// locked cannot tell, and so never calls a run crashed.
func locked(string) bool { return true }

// claimDir cannot tell whether another process has the directory: whoever
// repairs a run here has to know that its process is gone.
func claimDir(dir string) (d *os.File, held bool, err error) {
	d, err = os.Open(dir)
	return d, false, err
}
