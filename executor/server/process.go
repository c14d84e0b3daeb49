package server

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// process is a running program.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has been waited for
}

// launch starts cmd so that it never outlives us: the kernel kills it when the
// thread that started it ends. Therefore a goroutine of its own starts it,
// keeps its thread, and waits for it; the thread then lives as long as the
// program, or as this process. It is in a process group of its own, so that a
// Ctrl-C on the terminal reaches Assay only, which still needs the server for
// a clean end. The marker, if any, is open in it and in its children too, so
// that the lock tells of them as well.
func launch(cmd *exec.Cmd, who account, marker *os.File) (*process, error) {
	p := &process{cmd: cmd, ended: make(chan struct{})}
	cmd.SysProcAttr = tied()
	if who.switches {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(who.uid), Gid: uint32(who.gid)}
	}
	if marker != nil {
		cmd.ExtraFiles = []*os.File{marker}
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait() // the exit status is in cmd.ProcessState
			close(p.ended)
		}
	}()
	return p, <-started
}

// A signal to a process that has just ended fails, which is fine.
func (p *process) terminate() { p.cmd.Process.Signal(syscall.SIGTERM) }

// kill ends the program and what it has started.
func (p *process) kill() { syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }
