package probe

var clock = Kind{
	Name: "clock",
	About: "What measuring itself costs, and how well this machine sleeps. With `clock_method = \"read\"` an event reads the monotonic clock `clock_reads` times, as Assay does twice for each event of any run. " +
		"The others sleep for `clock_sleep`: what an event took beyond it is how late the sleeper woke, and bounds how exactly anything can be paced. The fact `resolution` is the smallest step between two readings.",
	Operations: []string{"event"},
	Options: []Option{
		{Name: "clock_method", Own: true, Type: Word, Words: []string{"read", "sleep", "go"}, Default: "read",
			About: "`\"read\"` the clock; `\"sleep\"` by the system (nanosleep), `\"go\"` by Go's timers"},
		{Name: "clock_reads", Own: true, Type: Count, Low: 1, High: 1 << 30, Default: "1000", About: "Readings of an event"},
		{Name: "clock_sleep", Own: true, Type: Span, Low: 1000, High: 60e9, Default: "100us", About: "How long an event sleeps"},
	},
	Example: `probe "clock" "sleeper" {
  clock_method = "sleep"
  clock_sleep  = "1ms"
}

experiment "sleeping" {
  load "clock" {
    probe    = probe.clock.sleeper
    duration = "2s"
  }
}
`,
	Step: func(v Values) Step {
		if v.Text("clock_method") == "read" {
			return Step{"read", v.Int("clock_reads")}
		}
		return Step{}
	},
}
