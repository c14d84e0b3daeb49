package probe

var mutex = Kind{
	Name: "mutex",
	About: "How fast locks are taken while threads mostly do something else. An event is that of sysbench, and each worker does exactly one, as long as it takes: `mutex_locks` times it counts to `mutex_loops`, takes one of `mutex_num` locks by chance, " +
		"adds one to a number that all share, and releases the lock. The time of the events is the result; the deadline of the load does not end them unless it has a `duration`.",
	Operations: []string{"event"},
	Options: []Option{
		{Name: "mutex_num", Type: Count, Low: 1, High: 1 << 24, Default: "4096", About: "How many locks there are, 256 bytes apart"},
		{Name: "mutex_locks", Type: Count, Low: 1, High: 1 << 40, Default: "50000", About: "How many each worker takes"},
		{Name: "mutex_loops", Type: Count, Low: 0, High: 1 << 40, Default: "10000", About: "Empty rounds before each lock"},
		{Name: "mutex_method", Own: true, Type: Word, Words: []string{"system", "go"}, Default: "system",
			About: "`\"system\"` threads of the system and locks that wait in the kernel (futexes, as those of pthreads); `\"go\"` goroutines and sync.Mutex. Where there are no futexes only `\"go\"` works"},
	},
	Example: `probe "mutex" "few" {
  mutex_num   = 8
  mutex_loops = 100
}

experiment "locks" {
  load "mutex" {
    probe   = probe.mutex.few
    threads = 16
  }
}
`,
	Amount: func(Values) Amount { return Amount{Events: 1, Each: true, Whole: true} },
	Step:   func(v Values) Step { return Step{"lock", v.Int("mutex_locks")} },
}
