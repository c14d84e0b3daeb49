//go:build !linux

package probes

import "syscall"

// fdatasync is fsync where the system has no other.
func fdatasync(fd int) error { return syscall.Fsync(fd) }
