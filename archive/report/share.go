package report

import "github.com/assay-bench/assay/archive/event"

// Share is what one operation of a probe has in a piece.
type Share struct {
	Operation string `json:"operation"`
	OK        int64  `json:"ok"`
	Bytes     int64  `json:"bytes"`
}

// shares count ok events by code of their operation. The codes of a run are
// few and begin at 0.
type shares []Share

// count takes an event of the first pass.
func (s *shares) count(e *event.Event) {
	if e.Outcome != event.OK {
		return
	}
	for int(e.Transaction) >= len(*s) {
		*s = append(*s, Share{})
	}
	one := &(*s)[e.Transaction]
	one.OK++
	one.Bytes += e.Bytes
}

// named are those that had events.
func (s shares) named(names []string) (all []Share) {
	for code, one := range s {
		if one.OK > 0 {
			one.Operation = names[code]
			all = append(all, one)
		}
	}
	return all
}

// operations are those of a whole load.
func (l *Load) operations() (all []Share) {
	for i := range l.Transactions {
		t := &l.Transactions[i]
		all = append(all, Share{t.Transaction, t.Events.OK, t.Bytes})
	}
	return all
}

// share is that of one operation; without any it is zero.
func (p *Piece) share(operation string) Share {
	for _, s := range p.Operations {
		if s.Operation == operation {
			return s
		}
	}
	return Share{}
}
