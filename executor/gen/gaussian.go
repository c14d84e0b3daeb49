package gen

import "github.com/assay-bench/assay/planner/expr"

// gaussian is bell-shaped over the range: the offset is ⌊n·M⌋, where n is the
// number of values and M the mean of iter uniform numbers in [0, 1). Its
// standard deviation is n/√(12·iter), a twelfth of the range with the usual
// 12, and it never leaves the range. This is sysbench's definition.
func (s *stream) gaussian(r span, args []expr.Value) (uint64, error) {
	m, err := s.mean(args[0])
	return r.offset(m * r.count()), err
}

// maxIterations bounds the uniform numbers behind one value: a mistake in a
// spec shall not stop a run.
const maxIterations = 10_000

// mean is the mean of so many uniform numbers.
func (s *stream) mean(iterations expr.Value) (float64, error) {
	m := iterations.Int
	if iterations.Kind != expr.Int {
		return 0, expr.ErrKind
	}
	if m < 1 || m > maxIterations {
		return 0, expr.ErrDomain
	}
	sum := 0.0
	for range m {
		sum += s.unit()
	}
	return sum / float64(m), nil
}
