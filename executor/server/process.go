package server

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// process is a running server.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has been waited for
}

// launch starts the program so that it never outlives us: the kernel kills it
// when the thread that started it ends. Therefore a goroutine of its own
// starts it, keeps its thread, and waits for it; the thread then lives as long
// as the server, or as this process. The server is in a process group of its
// own, so that a Ctrl-C on the terminal reaches Assay only, which still needs
// the server for a clean end.
func launch(path string, args []string, who account) (*process, error) {
	p := &process{cmd: exec.Command(path, args...), ended: make(chan struct{})}
	p.cmd.SysProcAttr = tied()
	who.apply(p.cmd)
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.cmd.Wait() // the exit status says less than the log
			close(p.ended)
		}
	}()
	return p, <-started
}

// apply makes cmd run as the account.
func (who account) apply(cmd *exec.Cmd) {
	if !who.switches {
		return
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(who.uid), Gid: uint32(who.gid)}
}

// A signal to a process that has just ended fails, which is fine.
func (p *process) terminate() { p.cmd.Process.Signal(syscall.SIGTERM) }

func (p *process) kill() { p.cmd.Process.Signal(os.Kill) }
