package wire

import (
	"encoding/binary"
	"testing"
)

// reply is what a client sends first, with these capabilities.
func reply(bits, extended uint32) []byte {
	b := make([]byte, ReplySize)
	b[0], b[3] = 32, 1
	binary.LittleEndian.PutUint32(b[4:], bits)
	binary.LittleEndian.PutUint32(b[32:], extended)
	return b
}

func TestReadTerms(t *testing.T) {
	const usual = bitProtocol41 | 1<<2 | 1<<15 | 1<<17 | 1<<19
	wrongNumber := reply(usual, 0)
	wrongNumber[3] = 2
	for name, c := range map[string]struct {
		reply []byte
		want  Terms
		ok    bool
	}{
		"old":                 {reply(usual, 0), Terms{}, true},
		"MySQL":               {reply(usual|bitMySQL|bitDeprecateEOF, 0), Terms{DeprecateEOF: true}, true},
		"MariaDB":             {reply(usual|bitDeprecateEOF, extendedCacheMetadata), Terms{true, true}, true},
		"caching alone":       {reply(usual, extendedCacheMetadata), Terms{CacheMetadata: true}, true},
		"zeros of MySQL":      {reply(usual|bitMySQL, extendedCacheMetadata), Terms{}, true},
		"compression":         {reply(usual|1<<5, 0), Terms{}, false},
		"TLS":                 {reply(usual|1<<11, 0), Terms{}, false},
		"session tracking":    {reply(usual|1<<23, 0), Terms{}, false},
		"attributes":          {reply(usual|1<<27, 0), Terms{}, false},
		"extended, unknown":   {reply(usual, 1<<3), Terms{}, false},
		"protocol before 4.1": {reply(1<<2, 0), Terms{}, false},
		"cut short":           {reply(usual, 0)[:ReplySize-1], Terms{}, false},
		"not the first":       {wrongNumber, Terms{}, false},
	} {
		if got, ok := ReadTerms(c.reply); got != c.want || ok != c.ok {
			t.Errorf("%s: %+v, understood %v; want %+v, %v", name, got, ok, c.want, c.ok)
		}
	}
}
