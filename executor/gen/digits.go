package gen

import (
	"bytes"

	"github.com/assay-bench/assay/planner/expr"
)

// digits copies a template and puts a digit for each '#' and a letter a–z for
// each '@', all independent and uniform, as sysbench's strings have them.
func (s *stream) digits(template expr.Value, env *expr.Env) ([]byte, error) {
	if template.Kind != expr.String {
		return nil, expr.ErrKind
	}
	dst := env.Alloc(len(template.Text))
	copy(dst, template.Text)
	s.fillDigits(dst)
	if bytes.IndexByte(dst, '@') >= 0 {
		s.fillLetters(dst)
	}
	return dst, nil
}

// A word gives 18 decimal digits: 10^18 is the largest power below 2^64 by a
// wide enough margin that below seldom draws twice.
const (
	digitsPerWord = 18
	digitValues   = 1_000_000_000_000_000_000
)

// pairs is the two digits of each number below 100.
var pairs = func() (p [200]byte) {
	for i := range 100 {
		p[2*i], p[2*i+1] = byte('0'+i/10), byte('0'+i%10)
	}
	return p
}()

// fillDigits replaces each '#' of text.
func (s *stream) fillDigits(text []byte) {
	var pool [digitsPerWord]byte
	used := digitsPerWord
	for i, c := range text {
		if c != '#' {
			continue
		}
		if used == digitsPerWord {
			word := s.below(digitValues)
			split(pool[:9], uint32(word/1_000_000_000))
			split(pool[9:], uint32(word%1_000_000_000))
			used = 0
		}
		text[i] = pool[used]
		used++
	}
}

// split writes the nine decimal digits of v. The two halves of a word are
// split apart from each other so that the processor does both at once.
func split(dst []byte, v uint32) {
	_ = dst[8]
	for i := 7; i >= 1; i -= 2 {
		p := v % 100 * 2
		v /= 100
		dst[i], dst[i+1] = pairs[p], pairs[p+1]
	}
	dst[0] = byte('0' + v)
}
