package probe

// maxPrime bounds one event to some minutes.
const maxPrime = 100_000_000

var cpu = Kind{
	Name: "cpu",
	About: "How fast the processors compute. With `cpu_method = \"primes\"` an event is that of sysbench: each odd or even number from 3 below `cpu_max_prime` is divided by 2, 3, 4 and so on up to its root, " +
		"117,526 divisions of 64 bits at the default. So events per second compare with sysbench's, and say how fast the processor divides, one division after the other. " +
		"The other methods say what it does beside that.",
	Operations: []string{"event"},
	Options: []Option{
		{Name: "cpu_max_prime", Type: Count, Low: 3, High: maxPrime, Default: "10000",
			About: "The numbers of an event end below this. An event of another method has ten times as many rounds"},
		{Name: "cpu_method", Own: true, Type: Word, Words: []string{"primes", "integer", "float"}, Default: "primes",
			About: "`\"primes\"` as sysbench; `\"integer\"` four independent chains of multiply, rotate and add, so that the width of the processor tells; `\"float\"` four independent chains of multiply and add in float64"},
	},
	Example: `probe "cpu" "primes" {
  cpu_max_prime = 20000
}

experiment "cpu" {
  load "cpu" {
    probe    = probe.cpu.primes
    threads  = host.cpus
    duration = "30s"
  }
}
`,
}
