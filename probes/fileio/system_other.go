//go:build !linux

package fileio

import (
	"errors"
	"os"
)

// supported tells whether this system has what the probe measures. Without
// O_DIRECT, fdatasync and io_uring the figures would bear the same names and
// mean something else, so Examine refuses and nothing below is reached.
const supported = false

const (
	create   = 0
	truncate = 0
)

func openFile(*Job, string, int) (int, error) { return -1, errors.ErrUnsupported }
func closeFile(int) error                     { return errors.ErrUnsupported }
func pread(int, []byte, int64) (int, error)   { return 0, errors.ErrUnsupported }
func pwrite(int, []byte, int64) (int, error)  { return 0, errors.ErrUnsupported }
func resize(int, int64) error                 { return errors.ErrUnsupported }
func flush(int, bool) error                   { return errors.ErrUnsupported }
func interrupted(error) bool                  { return false }
func full(error) bool                         { return false }
func pages(int64) ([]byte, error)             { return nil, errors.ErrUnsupported }
func mapFile(int, int64) ([]byte, error)      { return nil, errors.ErrUnsupported }
func unmap([]byte) error                      { return errors.ErrUnsupported }
func flushMap([]byte) error                   { return errors.ErrUnsupported }
func free(string) (int64, error)              { return 0, errors.ErrUnsupported }
func alignment(int) int64                     { return 0 }
func hold(*os.File) (bool, error)             { return false, errors.ErrUnsupported }

// FileSystem is the type of a file system, which is not known here.
func FileSystem(string) string                            { return "" }
func newRing(*files, []slot, func() int64) (queue, error) { return nil, errors.ErrUnsupported }
