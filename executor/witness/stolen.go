package witness

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// stolen reads the machine's account of its processors; zeros where there is
// none.
func stolen() (stolen, machine time.Duration) {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	return parseStat(data)
}

// tick is the unit of /proc/stat, USER_HZ, which is 1/100 s wherever Go runs
// on Linux.
const tick = 10 * time.Millisecond

// steal is the place of stolen time among the figures of a line, and guest the
// place of the first that are in others already.
const (
	steal = 7
	guest = 8
)

// parseStat sums the line of all processors up (proc(5)): user, nice, system,
// idle, iowait, irq, softirq, steal, guest, guest_nice. Old kernels leave the
// last ones out.
func parseStat(data []byte) (stolen, machine time.Duration) {
	line, _, _ := bytes.Cut(data, []byte{'\n'})
	fields := bytes.Fields(line)
	if len(fields) == 0 || string(fields[0]) != "cpu" {
		return 0, 0
	}
	for i, field := range fields[1:] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, 0
		}
		if i < guest {
			machine += time.Duration(n) * tick
		}
		if i == steal {
			stolen = time.Duration(n) * tick
		}
	}
	return stolen, machine
}
