package mysql

import (
	"unsafe"

	sqldriver "database/sql/driver"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/wire"
	"github.com/assay-bench/assay/planner/expr"
)

// fast is how a session executes statements past the module, on the same
// connection: with packets of its own, and no allocation. The module has
// connected it, and goes on to do what is rare.
type fast struct {
	link   *link
	answer wire.Answer
	out    []byte // the request
	text   []byte // that follows it, if it is large: a text that is not copied
	in     []byte // what has arrived
}

// Sizes of a session's buffers, which are small since there may be thousands
// of sessions.
const (
	leastIn = 4 << 10   // grows when an answer fills it
	mostIn  = 64 << 10  // where another read costs little beside copying so much
	keepOut = 256 << 10 // memory of a larger request is given back
	direct  = 16 << 10  // a text of this size is sent from where it is
)

// mostAlone is how many sessions of a target wait in the kernel by themselves.
// Each takes a thread while it waits, of which a process has 10,000; the
// others are left to Go's network poller, unless an event loop waits for them.
const mostAlone = 64

// quicken gives a session that is set up its fast path. One whose packets are
// hidden by TLS or compression, or have a form that is not known, keeps to the
// module.
func (s *session) quicken() {
	terms, understood := wire.ReadTerms(s.link.reply[:s.link.replied])
	if !understood {
		s.db.library.Add(1)
		return
	}
	s.db.fast.Add(1)
	s.fast = &fast{link: s.link, answer: wire.Answer{Terms: terms}, in: make([]byte, leastIn)}
	if s.alone = s.db.alone.Add(1) <= mostAlone; s.alone {
		s.link.take()
	} else {
		s.db.alone.Add(-1)
	}
}

// Attach implements driver.Pollable.
func (s *session) Attach(p driver.Poller) bool {
	return s.fast != nil && !s.broken && s.link.attach(p)
}

// prepare prepares a text. It allocates what the session keeps of it.
func (f *fast) prepare(sql string) (*wire.Statement, error) {
	st := new(wire.Statement)
	f.out = wire.AppendPrepare(f.out[:0], sql)
	f.answer.ExpectPrepared(f.out, st)
	if err := f.exchange(); err != nil {
		return nil, err
	}
	return st, nil
}

// execute executes a statement that was prepared, with as many args as it takes.
func (f *fast) execute(st *wire.Statement, args []expr.Value, reads []expr.Kind, res *driver.Result) error {
	f.out = wire.AppendExecute(f.out[:0], st, args)
	f.answer.Expect(f.out, st, reads, res)
	return f.exchange()
}

// query executes a text. A large one, as loading has, follows its head from
// where it is, for one more call in place of a copy.
func (f *fast) query(sql string, reads []expr.Kind, res *driver.Result) error {
	one := false
	if len(sql) >= direct {
		f.out, one = wire.AppendQueryHead(f.out[:0], len(sql))
	}
	if one {
		f.text = unsafe.Slice(unsafe.StringData(sql), len(sql))
	} else {
		f.out = wire.AppendQuery(f.out[:0], sql)
	}
	f.answer.Expect(f.out, nil, reads, res)
	return f.exchange()
}

// exchange sends the request and reads the answer. An error is the server's,
// or a *driver.Error, or the connection is of no more use.
func (f *fast) exchange() error {
	err := f.send()
	for need := wire.More; err == nil && need != wire.Done; {
		if need, err = f.receive(); err == nil && need == wire.File {
			f.out = wire.AppendNoFile(f.out[:0], &f.answer)
			err = f.send()
		}
	}
	if cap(f.out) > keepOut {
		f.out = nil
	}
	if err != nil {
		return err
	}
	return f.answer.Err()
}

// send writes the request. If nothing of it was written the session can say that
// it was gone before the statement began.
func (f *fast) send() error {
	n, err := f.link.Write(f.out)
	if err != nil && n == 0 {
		return sqldriver.ErrBadConn
	}
	if err == nil && f.text != nil {
		_, err = f.link.Write(f.text)
	}
	f.text = nil
	return err
}

// receive reads what is there of the answer.
func (f *fast) receive() (wire.Need, error) {
	n, err := f.link.Read(f.in)
	if err != nil {
		return wire.Done, err
	}
	need, err := f.answer.Feed(f.in[:n])
	if err != nil {
		f.link.failed = err
	}
	if n == len(f.in) && n < mostIn {
		f.in = make([]byte, 2*n)
	}
	return need, err
}
