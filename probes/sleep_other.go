//go:build !linux

package probes

import (
	"time"

	"github.com/assay-bench/assay/executor/driver"
)

// asleep is for Linux only: elsewhere no call is known that Go does not wrap.
func asleep(time.Duration) error {
	return &driver.Error{Message: "clock_method sleep works on Linux only; choose \"go\""}
}
