//go:build !linux && !darwin

package driver

// FileLimit is not known on this system.
func FileLimit() (int64, bool) { return 0, false }

// FreeSpace is not known on this system.
func FreeSpace(string) (int64, bool) { return 0, false }
