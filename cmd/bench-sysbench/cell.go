package main

import (
	"fmt"
	"path"
	"strings"
)

// cell is one comparison.
type cell struct {
	test      string // of sysbench, without its "oltp_"
	transport string // socket or tcp
	workers   int
}

// String is the cell's name, which patterns are held against.
func (c cell) String() string { return fmt.Sprintf("%s/%s/%d", c.test, c.transport, c.workers) }

// statements is how many an event has.
func (c cell) statements() float64 {
	if c.test == "read_write" {
		return 20 // BEGIN, 10 points, 4 ranges, 2 updates, delete, insert, COMMIT
	}
	return 1
}

// all are the cells that Assay's speed is judged by.
func all() (cells []cell) {
	for _, test := range []string{"point_select", "read_write"} {
		for _, transport := range []string{"socket", "tcp"} {
			for _, workers := range []int{1, 4, 16, 64, 256} {
				cells = append(cells, cell{test, transport, workers})
			}
		}
	}
	return cells
}

// choose gives the cells that one of the patterns, separated by spaces, fits.
// A pattern that fits none is an error: a comparison that silently did nothing
// would look like one that was done.
func choose(patterns string) (chosen []cell, err error) {
	fields := strings.Fields(patterns)
	if len(fields) == 0 {
		return all(), nil
	}
	used := make([]bool, len(fields))
	for _, c := range all() {
		var wanted bool
		for i, pattern := range fields {
			fits, err := path.Match(pattern, c.String())
			if err != nil {
				return nil, fmt.Errorf("cells %q: %w", pattern, err)
			}
			used[i] = used[i] || fits
			wanted = wanted || fits
		}
		if wanted {
			chosen = append(chosen, c)
		}
	}
	for i, pattern := range fields {
		if !used[i] {
			return nil, fmt.Errorf("no cell fits %q; they are called TEST/TRANSPORT/WORKERS, such as %s", pattern, all()[0])
		}
	}
	return chosen, nil
}
