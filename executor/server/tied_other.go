//go:build !linux

package server

import "syscall"

// tied are the attributes of a child in a process group of its own. Only
// Linux can tie a child's life to its parent's; elsewhere a server outlives
// an Assay that is killed.
func tied() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
