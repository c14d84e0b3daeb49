package probes

// primesIn counts the primes from from below to by trial division, from 3; it
// is in assembly so that the processor is measured and not a compiler.
//
//go:noescape
func primesIn(from, to uint64) uint64
