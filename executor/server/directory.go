package server

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
)

// account is whom the server runs as: MariaDB and MySQL refuse to be root.
type account struct {
	switches bool // to uid and gid; else the server is this process's user
	uid, gid int
}

// accountFor chooses the account: of this process, unless that is root's. The
// first of the usual names that exists is taken.
func accountFor(name string) (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	names := []string{"mysql", "nobody"}
	if name != "" {
		names = []string{name}
	}
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(u.Uid)
		if err != nil {
			return account{}, fmt.Errorf("user %s has the id %q: %w", name, u.Uid, err)
		}
		gid, err := strconv.Atoi(u.Gid)
		if err != nil {
			return account{}, fmt.Errorf("user %s has the group %q: %w", name, u.Gid, err)
		}
		return account{switches: true, uid: uid, gid: gid}, nil
	}
	return account{}, fmt.Errorf("there is no user %q to run the server as; root cannot", names[len(names)-1])
}

// maxSocketPath is what fits in a sockaddr_un of Linux, its NUL included.
const maxSocketPath = 108

// socketName is the socket's in the server's directory.
const socketName = "sock"

// makeDir makes the server's directory, or takes wanted, for the account
// alone. A temporary one is short: a socket's path must be.
// The marker of a temporary directory is open and locked; a wanted one has none.
func makeDir(wanted string, who account) (dir string, marker *os.File, err error) {
	if wanted != "" {
		dir, err = filepath.Abs(wanted)
		if err == nil {
			err = os.MkdirAll(dir, 0o700)
		}
		if err != nil {
			return "", nil, fmt.Errorf("cannot make the server's directory: %w", err)
		}
		if len(filepath.Join(dir, socketName))+1 > maxSocketPath {
			return "", nil, fmt.Errorf("the directory %s is too long a path: a Unix socket in it would not fit in %d bytes", dir, maxSocketPath)
		}
		return dir, nil, own(dir, who)
	}
	// The usual place may be too deep for a socket, or closed to the account.
	for _, base := range bases() {
		if dir, marker, err = temporary(base, who); err == nil {
			return dir, marker, nil
		}
	}
	return "", nil, fmt.Errorf("cannot make the server's directory: %w", err)
}

// bases are where temporary directories are made, in order of preference.
func bases() []string { return []string{os.TempDir(), "/var/tmp", "/tmp"} }

// dirPrefix begins the name of each temporary directory.
const dirPrefix = "assay-"

// temporary makes a directory in base that who can reach.
func temporary(base string, who account) (dir string, marker *os.File, err error) {
	dir, err = os.MkdirTemp(base, dirPrefix)
	if err != nil {
		return "", nil, err
	}
	if len(filepath.Join(dir, socketName))+1 > maxSocketPath {
		err = fmt.Errorf("%s is too long a path for a Unix socket", dir)
	}
	if err == nil {
		marker, err = mark(dir)
	}
	if err == nil {
		err = own(dir, who)
	}
	if err == nil {
		err = reachable(dir, who)
	}
	if err != nil {
		os.RemoveAll(dir)
		marker.Close() // of none is an error that says nothing
		return "", nil, err
	}
	return dir, marker, nil
}

// own gives the directory, and nothing in it, to the account.
func own(dir string, who account) error {
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	if !who.switches {
		return nil
	}
	return os.Chown(dir, who.uid, who.gid)
}

// reachable tells whether an account other than ours may pass through the
// directories above dir. It looks at the bit for others alone.
func reachable(dir string, who account) error {
	if !who.switches {
		return nil
	}
	for parent := filepath.Dir(dir); ; parent = filepath.Dir(parent) {
		info, err := os.Stat(parent)
		if err != nil {
			return err
		}
		if info.Mode()&0o001 == 0 {
			return fmt.Errorf("the server's user may not enter %s", parent)
		}
		if parent == filepath.Dir(parent) {
			return nil
		}
	}
}
