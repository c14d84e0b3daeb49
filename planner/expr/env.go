package expr

// Drawer makes the values of OpDraw nodes. executor/gen has the
// implementation; tests may script one.
type Drawer interface {
	// Draw evaluates generator e.Text with the given arguments, none of them
	// Null. For pick and weighted args is nil: Draw evaluates of e.Args the
	// one that it chooses. Text that it returns comes from env.Alloc.
	Draw(e *Expr, args []Value, env *Env) (Value, error)
}

// Results answers OpResult nodes: metric is the node's Text, scope its
// evaluated arguments. Only reports have one.
//
// A metric is throughput (per second), events or errors (counts), or a
// statistic of a time in nanoseconds: response or service, a dot, and
// percentile, mean, min or max. scope is the percentile, if it is one (0 to
// 100), and then pairs of a word (load, transaction, query) and a name.
type Results interface {
	Result(metric string, scope []Value) (Value, error)
}

// Env is all that an expression can see while it is evaluated. One worker
// owns it; it is not safe for concurrent use.
type Env struct {
	Slots   []Value          // the frame: lets, values read, count.index
	Row     int64            // OpRow
	Copy    int64            // OpCopy
	Worker  int64            // OpWorker
	Workers int64            // OpWorkers
	Facts   map[string]Value // OpFact, complete before the first draw
	Drawer  Drawer
	Results Results

	arena []byte  // text made since the last Reset
	stack []Value // operands of the calls being evaluated
}

// Reset forgets all text made so far and keeps the memory. Values from before
// are invalid afterwards; slots are left as they are.
func (env *Env) Reset() { env.arena = env.arena[:0] }

// arenaChunk is the least an arena grows by; a usual transaction's text fits.
const arenaChunk = 4 << 10

// Alloc gives n bytes that live until Reset. Growing takes a new chunk and
// leaves the old one to the values that borrow from it, so it stops
// allocating once a chunk holds all the text of one pass.
func (env *Env) Alloc(n int) []byte {
	if cap(env.arena)-len(env.arena) < n {
		env.arena = make([]byte, 0, max(arenaChunk, 2*cap(env.arena), n))
	}
	start := len(env.arena)
	env.arena = env.arena[:start+n]
	return env.arena[start : start+n : start+n]
}
