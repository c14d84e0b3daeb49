//go:build linux || darwin

package driver

import "syscall"

// FileLimit is how many files this process may have open, sockets included;
// false if the system does not tell.
func FileLimit() (int64, bool) {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return int64(min(limit.Cur, 1<<62)), err == nil
}

// FreeSpace is how many bytes a user without privileges may add to the file
// system of dir; false if it cannot be told.
func FreeSpace(dir string) (int64, bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, false
	}
	return int64(fs.Bavail) * int64(fs.Bsize), true
}
