//go:build !linux

package probes

import "github.com/assay-bench/assay/executor/driver"

// block is memory of the heap: it begins anywhere in a page.
type block struct{ words []uint64 }

// allocate gives a block of zeros. Of huge pages only Linux is known here.
func allocate(size int, huge bool) (*block, error) {
	if huge {
		return nil, &driver.Error{Class: driver.Refused, Message: "huge pages can be had on Linux only; leave memory_hugetlb out"}
	}
	b := &block{make([]uint64, size/8)}
	for i := 0; i < len(b.words); i += 512 {
		b.words[i] = 0
	}
	return b, nil
}

func (b *block) release() error { return nil }
