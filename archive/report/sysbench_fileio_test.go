package report

import "testing"

// Sizes and flags are written as sysbench 1.0.20 writes them; blanks too.
func TestFileioWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0B", 512: "512B", 1000: "1000B", 1024: "1KiB", 16384: "16KiB", 1500: "1.4648KiB", 2 << 20: "2MiB", 2 << 30: "2GiB", 3 << 40: "3TiB", 2147483647: "2GiB"} {
		if got := scaled(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
	for list, want := range map[string]string{"": "(none)", "sync": "sync ", "direct": "directio", "dsync,direct": "dsync directio", "sync,dsync,direct": "sync dsync directio"} {
		if got := fileFlags(list); got != want {
			t.Errorf("the flags %q are %q, want %q", list, got, want)
		}
	}
}

// An operation that a piece has not is none in it.
func TestShares(t *testing.T) {
	p := &Piece{Operations: shares{{}, {OK: 3, Bytes: 30}, {}}.named([]string{"read", "write", "sync"})}
	if len(p.Operations) != 1 || p.share("write") != (Share{"write", 3, 30}) || p.share("read") != (Share{}) {
		t.Errorf("the operations are %+v", p.Operations)
	}
}
