package report

import (
	"math"
	"slices"
)

// complete is the status of a repeat that ran to its end.
const complete = "complete"

// median is each load's figures in the middle of the repeats that are
// complete, and the total's. Percentiles of different repeats are not merged
// into one: that would hide how far repeats lie apart.
func median(repeats []Repeat) []Figures {
	var runs []*Repeat
	for i := range repeats {
		if repeats[i].Status == complete && repeats[i].Total != nil {
			runs = append(runs, &repeats[i])
		}
	}
	if len(runs) < 2 {
		return nil
	}
	var all []Figures
	for i := range runs[0].Loads {
		name := runs[0].Loads[i].Load
		all = append(all, middle(name, runs, func(r *Repeat) *Figures {
			for j := range r.Loads {
				if r.Loads[j].Load == name {
					return &r.Loads[j].Figures
				}
			}
			return nil
		}))
	}
	return append(all, middle("", runs, func(r *Repeat) *Figures { return &r.Total.Figures }))
}

// middle is the median of one load's figures.
func middle(load string, runs []*Repeat, of func(*Repeat) *Figures) Figures {
	var throughput []float64
	var response, service []*Latency
	for _, r := range runs {
		if f := of(r); f != nil {
			throughput = append(throughput, f.Throughput)
			response, service = append(response, f.Response), append(service, f.Service)
		}
	}
	return Figures{Load: load, Throughput: medianOf(throughput), Response: middleLatency(response), Service: middleLatency(service)}
}

// middleLatency is the median of each figure of those that there are.
func middleLatency(list []*Latency) *Latency {
	list = slices.DeleteFunc(list, func(l *Latency) bool { return l == nil })
	if len(list) == 0 {
		return nil
	}
	over := func(of func(*Latency) float64) float64 {
		var values []float64
		for _, l := range list {
			values = append(values, of(l))
		}
		return medianOf(values)
	}
	whole := func(of func(*Latency) int64) int64 {
		return int64(math.Round(over(func(l *Latency) float64 { return float64(of(l)) })))
	}
	m := &Latency{
		Count: whole(func(l *Latency) int64 { return l.Count }),
		Min:   whole(func(l *Latency) int64 { return l.Min }),
		Mean:  over(func(l *Latency) float64 { return l.Mean }),
		Max:   whole(func(l *Latency) int64 { return l.Max }),
		Sum:   whole(func(l *Latency) int64 { return l.Sum }),
	}
	for i, p := range list[0].Percentiles {
		m.Percentiles = append(m.Percentiles, Percentile{p.P, whole(func(l *Latency) int64 { return l.Percentiles[i].Value })})
	}
	return m
}

// medianOf is the middle value, or the mean of the middle two; 0 of none.
func medianOf(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	slices.Sort(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
