package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	"modernc.org/sqlite/lib"
)

// memory is a block of the library's own memory, outside the Go heap. What
// the library reads or writes through a pointer has to lie there: the garbage
// collector does not see the library's pointers, and the race detector's
// checks of pointers refuse Go memory.
type memory struct {
	at   uintptr
	size int
}

// hold makes the block at least size bytes long, forgets what is in it, and
// gives its first size bytes.
func (m *memory) hold(tls *libc.TLS, size int) []byte {
	if size > m.size {
		m.free(tls)
		m.size = max(size, 2*m.size, 64)
		m.at = sqlite3.Xsqlite3_malloc(tls, int32(m.size))
		if m.at == 0 {
			panic("sqlite: out of memory")
		}
	}
	return libc.GoBytes(m.at, size)
}

// holdText puts text and a NUL into the block.
func (m *memory) holdText(tls *libc.TLS, text string) {
	block := m.hold(tls, len(text)+1)
	block[copy(block, text)] = 0
}

// pointer reads the n-th pointer that the library left in the block.
func (m *memory) pointer(n int) uintptr {
	const size = int(unsafe.Sizeof(uintptr(0)))
	return *(*uintptr)(unsafe.Pointer(&libc.GoBytes(m.at, (n+1)*size)[n*size]))
}

// free gives the block back; hold takes a new one.
func (m *memory) free(tls *libc.TLS) {
	sqlite3.Xsqlite3_free(tls, m.at)
	m.at, m.size = 0, 0
}
