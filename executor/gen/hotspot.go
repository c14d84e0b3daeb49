package gen

import "github.com/assay-bench/assay/planner/expr"

// hotspot draws with the given probability uniformly from the hot set, else
// uniformly from the rest. The hot set is the lowest ⌊n·fraction⌋ values, as
// in YCSB's HotspotIntegerGenerator. If either set is empty the other gets all.
func (s *stream) hotspot(r span, args []expr.Value) (uint64, error) {
	fraction, err := share(args[0])
	if err != nil {
		return 0, err
	}
	probability, err := share(args[1])
	if err != nil {
		return 0, err
	}
	isHot := s.unit() < probability
	size := r.count() * fraction
	if size >= r.count() {
		return s.below(r.top + 1), nil
	}
	hot := r.offset(size)
	switch {
	case hot == 0:
		return s.below(r.top + 1), nil
	case isHot:
		return s.below(hot), nil
	}
	return hot + s.below(r.top-hot+1), nil
}
