package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// places are what stood in one place of the statements of a shape, over all
// events: numbers, or how often each character occurred in texts.
type places struct {
	numbers map[string][]float64
	counts  map[string]map[string]float64
}

// sampled takes the samples of each place from events of so many statements.
// The copy of a table is drawn once for all statements of one shape in an
// event, so only the first of them counts.
func sampled(stream []statement, size int) places {
	s := places{map[string][]float64{}, map[string]map[string]float64{}}
	for event := range slices.Chunk(stream, size) {
		seen := map[string]bool{}
		for _, st := range event {
			if !seen[st.shape] {
				s.count(st.shape+" table", fmt.Sprint(st.table))
			}
			seen[st.shape] = true
			s.literals(&st)
		}
	}
	return s
}

// literals adds what stood in a statement.
func (s *places) literals(st *statement) {
	for i, n := range st.ints {
		s.number(fmt.Sprintf("%s int %d", st.shape, i), float64(n))
		if i > 0 { // where a range ends depends on where it begins
			s.number(fmt.Sprintf("%s int %d less the one before", st.shape, i), float64(n-st.ints[i-1]))
		}
	}
	for i, text := range st.texts {
		place := fmt.Sprintf("%s text %d", st.shape, i)
		s.count(place+" form", digitless(text))
		for _, c := range text {
			s.count(place+" characters", string(c))
		}
	}
}

func (s *places) number(place string, x float64) { s.numbers[place] = append(s.numbers[place], x) }

func (s *places) count(place, what string) {
	if s.counts[place] == nil {
		s.counts[place] = map[string]float64{}
	}
	s.counts[place][what]++
}

// digitless is text with each digit replaced by #.
func digitless(text string) string {
	form := []byte(text)
	for i, c := range form {
		if c >= '0' && c <= '9' {
			form[i] = '#'
		}
	}
	return string(form)
}

// compare gives for each place the probability that samples differ so much or
// more if they come from one distribution.
func (s *places) compare(other *places) map[string]float64 {
	p := map[string]float64{}
	for place, numbers := range s.numbers {
		p[place] = kolmogorovSmirnov(numbers, other.numbers[place])
	}
	for place, counts := range s.counts {
		p[place] = chiSquare(counts, other.counts[place])
	}
	return p
}

// kolmogorovSmirnov is the p of the two-sample test by its limit distribution
// (Stephens, "Use of the Kolmogorov-Smirnov, Cramér-von Mises and related
// statistics without extensive tables", 1970). Ties, as integers have, make
// the true p larger.
func kolmogorovSmirnov(a, b []float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	slices.Sort(a)
	slices.Sort(b)
	root := math.Sqrt(float64(len(a)) * float64(len(b)) / float64(len(a)+len(b)))
	lambda := (root + 0.12 + 0.11/root) * stat.KolmogorovSmirnov(a, nil, b, nil)
	if lambda < 0.2 {
		return 1 // the series does not converge, and p is 1 to twelve digits
	}
	p, sign := 0.0, 2.0
	for k := 1.0; k <= 100; k++ {
		p += sign * math.Exp(-2*k*k*lambda*lambda)
		sign = -sign
	}
	return min(p, 1)
}

// chiSquare is the p of Pearson's test of homogeneity of two rows of counts.
func chiSquare(a, b map[string]float64) float64 {
	names, totals := map[string]bool{}, [2]float64{}
	for i, counts := range []map[string]float64{a, b} {
		for name, n := range counts {
			names[name] = true
			totals[i] += n
		}
	}
	if totals[0] == 0 || totals[1] == 0 {
		return 0
	}
	x := 0.0
	for name := range names {
		both := a[name] + b[name]
		for i, n := range []float64{a[name], b[name]} {
			expected := both * totals[i] / (totals[0] + totals[1])
			x += (n - expected) * (n - expected) / expected
		}
	}
	if len(names) == 1 {
		return 1
	}
	return distuv.ChiSquared{K: float64(len(names) - 1)}.Survival(x)
}
