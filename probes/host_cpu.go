package probes

import (
	"bufio"
	"io/fs"
	"strconv"
	"strings"
)

// cpuFacts are what lscpu prints, as proc/cpuinfo and sysfs have it:
//
//	cpu_model      as the processor calls itself
//	cpu_sockets, cpu_cores, cpu_threads  packages, cores of all, processors of all
//	cpu_flags      instructions and the like that it has
//	cpu_governor   how its frequency is chosen; not where a guest cannot see it
//	cpu_max        hertz at most; likewise
//	cpu_mitigations  against its own faults, as NAME: STATE; …, those not affected left out
func (h *host) cpuFacts(root fs.FS) {
	const cpu0 = "sys/devices/system/cpu/cpu0/"
	h.add("cpu_model", field(root, "proc/cpuinfo", "model name"), "")
	sockets, cores, threads := topology(root)
	h.count("cpu_sockets", sockets)
	h.count("cpu_cores", cores)
	h.count("cpu_threads", threads)
	h.add("cpu_governor", line(root, cpu0+"cpufreq/scaling_governor"), "")
	if khz, err := strconv.ParseInt(line(root, cpu0+"cpufreq/cpuinfo_max_freq"), 10, 64); err == nil {
		h.add("cpu_max", strconv.FormatInt(khz*1000, 10), "hertz")
	}
	for _, f := range cacheFacts(root) {
		h.add(f.Name, f.Value, "bytes")
	}
	nodes, _ := fs.Glob(root, "sys/devices/system/node/node[0-9]*")
	h.count("numa_nodes", len(nodes))
	h.add("cpu_mitigations", mitigations(root), "")
	h.add("cpu_flags", field(root, "proc/cpuinfo", "flags"), "")
}

// topology counts packages, different cores in them, and processors. Where the
// kernel does not tell packages (as on ARM) only the last is known.
func topology(root fs.FS) (sockets, cores, threads int) {
	f, err := root.Open("proc/cpuinfo")
	if err != nil {
		return 0, 0, 0
	}
	defer f.Close()
	packages, all, at := map[string]bool{}, map[[2]string]bool{}, ""
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20) // flags are a long line
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		switch value = strings.TrimSpace(value); strings.TrimSpace(key) {
		case "processor":
			threads++
		case "physical id":
			at = value
			packages[value] = true
		case "core id":
			all[[2]string{at, value}] = true
		}
	}
	return len(packages), len(all), threads
}

// mitigations are the states of those faults that the processor has.
func mitigations(root fs.FS) string {
	const dir = "sys/devices/system/cpu/vulnerabilities"
	entries, _ := fs.ReadDir(root, dir)
	var all []string
	for _, e := range entries {
		if state := line(root, dir+"/"+e.Name()); state != "" && state != "Not affected" {
			all = append(all, e.Name()+": "+state)
		}
	}
	return strings.Join(all, "; ")
}

// count adds a number that is known if it is not 0.
func (h *host) count(name string, n int) {
	if n > 0 {
		h.add(name, strconv.Itoa(n), "")
	}
}
