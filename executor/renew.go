package executor

import (
	"fmt"
	"time"

	"github.com/assay-bench/assay/archive/event"
)

// renew makes a new connection if the load's last for a number of events and
// this one has had so many. It is part of the event that ends with it, as in
// sysbench 1.1, and like there an event that failed counts too.
func (w *worker) renew() {
	if w.load.Reconnect == 0 || w.stopping || w.session.conn == nil || w.event.Outcome == event.Cancelled {
		return
	}
	if w.served++; w.served < w.load.Reconnect {
		return
	}
	w.served = 0
	if how, failure := w.connectAnew(); how == failed {
		w.without(fmt.Errorf("a new connection was due, and none could be made within %v: %w", time.Duration(w.policy.Reconnect), failure))
	}
}
