package server

import (
	"context"
	"errors"
	"fmt"
)

// Fleet is the servers of a plan. Each has a directory of its own, made when
// it first starts, that keeps its data from one start to the next and goes
// with the Fleet. One goroutine uses a Fleet.
type Fleet struct {
	options []Options
	labels  []string
	keep    func(name string, log []byte) error
	members []*Server // nil until started
	buried  int
}

// maxLog is how much of a server's log is kept.
const maxLog = 8 << 20

// NewFleet makes the Fleet of servers with these options and labels, the same
// number of each; keep takes the log of each server, if it has one, when its
// directory goes, also after a start that failed, under a file name made of its
// label.
func NewFleet(options []Options, labels []string, keep func(name string, log []byte) error) *Fleet {
	return &Fleet{options: options, labels: labels, keep: keep, members: make([]*Server, len(options))}
}

// Start starts server i, with the data that it had when it was last shut down.
// One that ended by itself begins anew without data: what its end has left
// behind is no ground to measure on.
func (f *Fleet) Start(ctx context.Context, i int) (*Server, error) {
	if s := f.members[i]; s != nil {
		if !s.crashed() {
			return s, s.Restart(ctx)
		}
		f.buried++
		if err := f.remove(i, fmt.Sprintf("%s-ended-%d.log", f.labels[i], f.buried)); err != nil {
			return nil, err
		}
	}
	s, err := begin(ctx, f.options[i])
	if err == nil {
		f.members[i] = s
		return s, nil
	}
	if s == nil {
		return nil, err
	}
	f.buried++
	return nil, errors.Join(err, f.bury(s, fmt.Sprintf("%s-failed-%d.log", f.labels[i], f.buried)))
}

// remove buries member i.
func (f *Fleet) remove(i int, name string) error {
	s := f.members[i]
	f.members[i] = nil
	return f.bury(s, name)
}

// bury ends a server, keeps its log and removes its directory.
func (f *Fleet) bury(s *Server, name string) error {
	err := s.Shutdown(context.Background())
	if log := s.Log(maxLog); len(log) > 0 {
		err = errors.Join(err, f.keep(name, log))
	}
	return errors.Join(err, s.Stop())
}

// Close stops all servers and removes their directories.
func (f *Fleet) Close() (err error) {
	for i, s := range f.members {
		if s != nil {
			err = errors.Join(err, f.remove(i, f.labels[i]+".log"))
		}
	}
	return err
}
