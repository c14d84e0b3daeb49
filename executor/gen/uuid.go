package gen

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/assay-bench/assay/planner/expr"
)

// uuid is a version 4 UUID as text (RFC 9562, section 5.4), its 122 random
// bits from the stream: the same seed gives the same ones.
func (s *stream) uuid(env *expr.Env) []byte {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], s.pcg.Uint64())
	binary.BigEndian.PutUint64(raw[8:], s.pcg.Uint64())
	raw[6] = raw[6]&0x0f | 0x40
	raw[8] = raw[8]&0x3f | 0x80
	dst := env.Alloc(36)
	hex.Encode(dst[0:8], raw[0:4])
	hex.Encode(dst[9:13], raw[4:6])
	hex.Encode(dst[14:18], raw[6:8])
	hex.Encode(dst[19:23], raw[8:10])
	hex.Encode(dst[24:36], raw[10:16])
	dst[8], dst[13], dst[18], dst[23] = '-', '-', '-', '-'
	return dst
}
