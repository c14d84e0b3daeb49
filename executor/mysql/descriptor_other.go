//go:build !linux

package mysql

import (
	"errors"
	"net"

	"github.com/assay-bench/assay/executor/driver"
)

// descriptor is not there: connections are left to Go's network poller.
type descriptor struct{}

func takeOver(net.Conn) *descriptor { return nil }

func (d *descriptor) lend(driver.Poller)        {}
func (d *descriptor) aside(f func())            { f() }
func (d *descriptor) retire()                   {}
func (d *descriptor) read([]byte) (int, error)  { return 0, errors.ErrUnsupported }
func (d *descriptor) write([]byte) (int, error) { return 0, errors.ErrUnsupported }
func (d *descriptor) close() error              { return errors.ErrUnsupported }
func (d *descriptor) cut() error                { return errors.ErrUnsupported }
