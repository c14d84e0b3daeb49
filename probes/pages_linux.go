package probes

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"

	"github.com/assay-bench/assay/executor/driver"
)

// hugePage is what sizes in huge pages are rounded up to: those of the machines
// that Go runs on have 2 MiB, and the kernel refuses what is no multiple.
const hugePage = 2 << 20

// block is memory outside of Go's heap, so that it begins with a page and no
// collector looks at it.
type block struct {
	words []uint64
	pages []byte // as the system gave them
}

// allocate gives a block of zeros of which each page is there, if huge of huge
// pages.
func allocate(size int, huge bool) (*block, error) {
	flags, length := syscall.MAP_ANON|syscall.MAP_PRIVATE, size
	if huge {
		flags |= syscall.MAP_HUGETLB
		length = (size + hugePage - 1) / hugePage * hugePage
	}
	pages, err := syscall.Mmap(-1, 0, length, syscall.PROT_READ|syscall.PROT_WRITE, flags)
	switch {
	case err == nil:
		return &block{written(pages[:size]), pages}, nil
	case huge && errors.Is(err, syscall.ENOMEM):
		return nil, &driver.Error{Class: driver.Refused, Message: fmt.Sprintf(
			"the pool of huge pages has no room for %d bytes; let it grow with sysctl vm.nr_hugepages=N, or leave memory_hugetlb out", length)}
	}
	return nil, &driver.Error{Class: driver.Refused, Message: fmt.Sprintf("%d bytes of memory cannot be had: %v", length, err)}
}

// written is pages as words, each page written once: until then all share one.
func written(pages []byte) []uint64 {
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(pages))), len(pages)/8)
	for i := 0; i < len(words); i += 512 {
		words[i] = 0
	}
	return words
}

// release gives the block back. It must not be used any more.
func (b *block) release() error {
	if err := syscall.Munmap(b.pages); err != nil {
		return &driver.Error{Message: "memory cannot be given back: " + err.Error()}
	}
	return nil
}
