package server

import "syscall"

// tied are the attributes of a child that is killed when its parent dies.
func tied() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
