//go:build !linux

package executor

import "github.com/assay-bench/assay/executor/loop"

// seated is nothing where there is no epoll.
type seated []struct{}

func (seated) run(func(func())) {}

// seat leaves every worker its goroutine.
func (*crew) seat() (seated, string) { return nil, loop.Strategy{}.String() }
