package gen

// spread is the pair of numbers that select one of the sequences of unique.
type spread struct {
	start, offset uint32
	known         bool
}

// unique gives each 32-bit number once in 2^32 draws. It is sysbench's
// sequence: value i is f((f(start + i) + offset) ⊕ 0x5bf03635), where f maps x
// to its square modulo a prime p, or to p minus that for x above p/2, which is
// a permutation (J. Preshing, "How to Generate a Sequence of Unique Random
// Integers", 2012, public domain). sysbench starts it by chance in each
// process; here the key of the load or column starts it. Two sequences that
// start differently do share numbers: nothing but one sequence is unique.
func (s *Source) unique(site, index int64) int64 {
	for int64(len(s.spread)) <= site {
		s.spread = append(s.spread, spread{})
	}
	d := &s.spread[site]
	if !d.known {
		k := s.state.WithName("unique").With(uint64(site))
		*d = spread{residue(residue(uint32(k.hi)) + 0x682f0161), residue(residue(uint32(k.lo)) + 0x46790905), true}
	}
	x := residue(residue(d.start+uint32(index))+d.offset) ^ 0x5bf03635
	return int64(residue(x))
}

// residue is f. p is the largest prime below 2^32 that is 3 modulo 4, so that
// exactly one of x and p − x is a quadratic residue; the five numbers from p
// on stay as they are.
func residue(x uint32) uint32 {
	const p = 4294967291
	if x >= p {
		return x
	}
	q := uint32(uint64(x) * uint64(x) % p)
	if x <= p/2 {
		return q
	}
	return p - q
}
