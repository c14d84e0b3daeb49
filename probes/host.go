// Package probes finds out what a host is made of: its facts, and by hardware
// probes what it can do.
//
// A probe is a driver.Driver whose sessions have operations in place of SQL;
// load, phases and archive are the executor's, as for databases. It measures no
// database and stores nothing. Reading all facts of a host costs some file
// reads, about a millisecond; what an operation costs besides its work is a call
// and, for files, one addition to a shared counter.
package probes

import (
	"bufio"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/archive/event"
)

// Host reads the facts of the host whose root directory is root (os.DirFS("/")
// but for tests). What cannot be read is left out: no fact is a guess.
//
//	cpus, memory              processors that this process may use, bytes of memory
//	name, os, arch            host name; system and architecture as Go names them
//	cpu_…                     the processor: see cpuFacts
//	cache_l1, cache_l2, …     bytes of the caches of a processor that hold data
//	numa_nodes                of memory
//	memory_available, swap_…  bytes; see memoryFacts
//	kernel, distribution, …   the system: see systemFacts
//	cgroup_…, limit_…         what this process may have: see limitFacts
//	disk_NAME_…, mount_…      block devices and file systems: see diskFacts
func Host(root fs.FS) []event.Fact {
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	h := host{name: name}
	h.add("cpus", strconv.Itoa(runtime.NumCPU()), "")
	h.add("memory", meminfo(root, "MemTotal"), "bytes")
	h.add("name", name, "")
	h.add("os", runtime.GOOS, "")
	h.add("arch", runtime.GOARCH, "")
	h.cpuFacts(root)
	h.memoryFacts(root)
	h.systemFacts(root)
	h.limitFacts(root)
	h.diskFacts(root)
	return h.facts
}

// host collects the facts of one host.
type host struct {
	name  string
	facts []event.Fact
}

// add adds a fact of the whole run, unless its value is not known.
func (h *host) add(name, value, unit string) {
	if value == "" {
		return
	}
	h.facts = append(h.facts, event.Fact{
		Cell: -1, Repeat: -1, When: "before", Host: h.name, Source: "host", Name: name, Value: value, Unit: unit,
	})
}

// field is the value of the first line "name: value" of a file.
func field(root fs.FS, path, name string) string {
	f, err := root.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		key, value, found := strings.Cut(s.Text(), ":")
		if found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// line is a file of one line.
func line(root fs.FS, path string) string {
	data, err := fs.ReadFile(root, path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}
