package gen

import (
	"encoding/binary"

	"github.com/assay-bench/assay/planner/expr"
)

// size is the length that letters, text and bytes are given: n, or a uniform
// one of [lo, hi].
func (s *stream) size(args []expr.Value) (int, error) {
	r, err := rangeOf([]expr.Value{args[0], args[len(args)-1]})
	if err != nil {
		return 0, err
	}
	if r.lo < 0 || r.top > expr.MaxText || r.at(r.top) > expr.MaxText {
		return 0, expr.ErrDomain
	}
	if r.top == 0 {
		return int(r.lo), nil
	}
	return int(r.at(s.below(r.top + 1))), nil
}

// A word gives 13 letters: 26^13 is below 2^64.
const (
	lettersPerWord = 13
	letterValues   = 2_481_152_873_203_736_576
)

// letters fills dst with independent, uniform letters a–z.
func (s *stream) letters(dst []byte) {
	var word uint64
	for i := range dst {
		if i%lettersPerWord == 0 {
			word = s.below(letterValues)
		}
		dst[i] = byte('a' + word%26)
		word /= 26
	}
}

// fillLetters replaces each '@' of text.
func (s *stream) fillLetters(text []byte) {
	var word uint64
	left := 0
	for i, c := range text {
		if c != '@' {
			continue
		}
		if left == 0 {
			word, left = s.below(letterValues), lettersPerWord
		}
		text[i] = byte('a' + word%26)
		word /= 26
		left--
	}
}

// bytes fills dst with random bytes.
func (s *stream) bytes(dst []byte) {
	for len(dst) >= 8 {
		binary.LittleEndian.PutUint64(dst, s.pcg.Uint64())
		dst = dst[8:]
	}
	var last [8]byte
	binary.LittleEndian.PutUint64(last[:], s.pcg.Uint64())
	copy(dst, last[:])
}
