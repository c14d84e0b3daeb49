package probe

import "fmt"

// word is what a memory probe reads or writes at once.
const word = 8

// The work of one event of the methods that sysbench does not have.
const (
	StreamBytes = 16 << 20 // at least so many are moved by an event of copy, scale, add and triad
	ChaseLoads  = 1 << 16  // loads of an event of chase
)

var memory = Kind{
	Name: "memory",
	About: "How fast memory is read and written. With `memory_method = \"words\"` an event is that of sysbench: one pass over a block, or as many accesses at random places of it, 8 bytes each. " +
		"At the default of 1 KiB an event is so short that reading the clock, and here archiving it, take longer: 64 KiB or more measure memory. What people mostly want to know are the other methods over a working set of the size in question, " +
		"`memory_block_size`: how many bytes a second the kernels of STREAM move (J. McCalpin, \"Memory bandwidth and machine balance\", 1995), and how long one load takes of which the address comes from the load before (chase). " +
		"Compare the size with the caches, which are among the facts. All but copy move 8 bytes an instruction, so in the first cache they say how fast a core executes loads, not how wide its vectors are.",
	Operations: []string{"pass"},
	Options: []Option{
		{Name: "memory_block_size", Type: Size, Low: word, High: 1 << 40, Default: "1KiB",
			About: "The block of an event, a power of two; with the methods of STREAM and chase the working set, all arrays together"},
		{Name: "memory_total_size", Type: Size, Low: 0, High: 1 << 50, Default: "100GiB",
			About: "Bytes to move in all, unless the load says `events`; its `duration` ends it earlier. 0 is without end. What the division by the block leaves over is left out"},
		{Name: "memory_scope", Type: Word, Words: []string{"global", "local"}, Default: "global",
			About: "`\"global\"` one block for all workers, which do not lock it; `\"local\"` one for each"},
		{Name: "memory_hugetlb", Type: Truth, Default: "false",
			About: "Take the block from the pool of huge pages (Linux; `sysctl vm.nr_hugepages`)"},
		{Name: "memory_oper", Type: Word, Words: []string{"write", "read", "none"}, Default: "write",
			About: "What words does: `\"none\"` only counts, or draws the places, to tell what that costs"},
		{Name: "memory_access_mode", Type: Word, Words: []string{"seq", "rnd"}, Default: "seq",
			About: "How words goes through the block"},
		{Name: "memory_method", Own: true, Type: Word, Words: []string{"words", "copy", "scale", "add", "triad", "chase"}, Default: "words",
			About: "`\"words\"` as sysbench; `\"copy\"` b = a, `\"scale\"` b = q·a, `\"add\"` c = a + b, `\"triad\"` c = a + q·b over arrays of float64, at least 16 MiB an event, each byte that is read or written counted once; `\"chase\"` 65,536 loads an event along one random cycle through all cache lines of the block"},
	},
	Example: `variable "working_set" {
  default = "16KiB"
}

probe "memory" "triad" {
  memory_method     = "triad"
  memory_block_size = var.working_set
  memory_scope      = "local"
  memory_total_size = 0
}

experiment "bandwidth" {
  matrix {
    working_set = ["16KiB", "512KiB", "16MiB", "256MiB"]
  }
  load "triad" {
    probe    = probe.memory.triad
    duration = "2s"
  }
}
`,
	Check:  checkMemory,
	Amount: memoryAmount,
	Step: func(v Values) Step {
		if v.Text("memory_method") == "chase" {
			return Step{"load", ChaseLoads}
		}
		return Step{}
	},
}

// checkMemory refuses sizes of which no event could be made.
func checkMemory(v Values) (problems []Problem) {
	block, total := v.Int("memory_block_size"), v.Int("memory_total_size")
	if block&(block-1) != 0 {
		problems = append(problems, Problem{"memory_block_size", fmt.Sprintf("memory_block_size must be a power of two; %d is none.", block)})
	}
	if least := leastBlock(v.Text("memory_method")); block < least {
		problems = append(problems, Problem{"memory_block_size", fmt.Sprintf("The method %s needs a memory_block_size of at least %d bytes.", v.Text("memory_method"), least)})
	}
	if len(problems) > 0 {
		return problems
	}
	if each := max(SweepOf(v).Bytes, block); total > 0 && total < each {
		problems = append(problems, Problem{"memory_total_size",
			fmt.Sprintf("memory_total_size is less than the %d bytes of one event; make it larger, or 0 to go on for the duration of the load.", each)})
	}
	return problems
}

// leastBlock is the smallest block that a method can go through.
func leastBlock(method string) int64 {
	if method == "words" {
		return word
	}
	return 1 << 10
}

// Sweep is the work of one event of a memory probe.
type Sweep struct {
	Arrays   int64 // of the methods of STREAM; else 0
	Elements int64 // float64 of each array
	Passes   int64 // over all arrays
	Bytes    int64 // that the event moves; 0 where it moves none
}

// SweepOf is the work of one event of a memory probe with these options.
func SweepOf(v Values) Sweep {
	block := v.Int("memory_block_size")
	switch v.Text("memory_method") {
	case "words":
		if v.Text("memory_oper") == "none" {
			return Sweep{}
		}
		return Sweep{Bytes: block}
	case "chase":
		return Sweep{}
	case "add", "triad":
		return sweep(block, 3)
	}
	return sweep(block, 2)
}

// sweep divides a block into arrays and makes passes over them until an event
// is long enough for the clock.
func sweep(block, arrays int64) Sweep {
	s := Sweep{Arrays: arrays, Elements: block / arrays / word}
	pass := s.Elements * arrays * word
	s.Passes = (StreamBytes + pass - 1) / pass
	s.Bytes = s.Passes * pass
	return s
}

// memoryAmount divides the total into events, as sysbench does but for what
// each of its threads leaves over. Where nothing is moved the block counts all
// the same; chase has no end.
func memoryAmount(v Values) Amount {
	each := max(SweepOf(v).Bytes, v.Int("memory_block_size"))
	if v.Text("memory_method") == "chase" {
		return Amount{}
	}
	return Amount{Events: v.Int("memory_total_size") / each}
}
