package probe

var threads = Kind{
	Name: "threads",
	About: "What the scheduler of the system does with many threads and few locks. An event is that of sysbench: take a lock, yield the processor, release the lock, `thread_yields` times. " +
		"All rounds of an event take the same of `thread_locks` locks; which, goes by the number of the event over all threads.",
	Operations: []string{"event"},
	Options: []Option{
		{Name: "thread_yields", Type: Count, Low: 1, High: 1 << 40, Default: "1000", About: "Rounds of an event"},
		{Name: "thread_locks", Type: Count, Low: 1, High: 1 << 20, Default: "8", About: "How many locks there are"},
		{Name: "thread_method", Own: true, Type: Word, Words: []string{"system", "go"}, Default: "system",
			About: "`\"system\"` threads of the system, locks that wait in the kernel (futexes, as those of pthreads) and sched_yield; `\"go\"` goroutines, sync.Mutex and Gosched, which is about Go and not about the system. Where there are no futexes only `\"go\"` works"},
	},
	Example: `probe "threads" "locks" {
  thread_locks = 2
}

experiment "scheduler" {
  load "threads" {
    probe   = probe.threads.locks
    threads = 64
  }
}
`,
	Step: func(v Values) Step { return Step{"yield", v.Int("thread_yields")} },
}
