package probes

import (
	"bufio"
	"io/fs"
	"strings"
)

// memoryFacts are what free prints, from proc/meminfo, and how memory is paged:
//
//	memory_available           bytes that can be had without swapping, as the kernel estimates
//	swap_total, swap_free      bytes
//	huge_pages, huge_page_size pages of the pool, and their bytes
//	transparent_huge_pages     always, madvise or never
//	swappiness                 of the kernel
func (h *host) memoryFacts(root fs.FS) {
	for _, m := range [][2]string{{"memory_available", "MemAvailable"}, {"swap_total", "SwapTotal"}, {"swap_free", "SwapFree"}, {"huge_page_size", "Hugepagesize"}} {
		h.add(m[0], meminfo(root, m[1]), "bytes")
	}
	h.add("huge_pages", field(root, "proc/meminfo", "HugePages_Total"), "")
	h.add("transparent_huge_pages", chosen(line(root, "sys/kernel/mm/transparent_hugepage/enabled")), "")
	h.add("swappiness", line(root, "proc/sys/vm/swappiness"), "")
}

// chosen is the word in brackets, as in "always [madvise] never".
func chosen(text string) string {
	_, rest, _ := strings.Cut(text, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

// systemFacts tell what runs on the host:
//
//	kernel          release of the running kernel
//	distribution    as os-release calls it
//	virtualisation  "guest" if the processor says that it is virtual
//	hypervisor      by the names of the firmware: vendor and product
//	clock_source    that the kernel reads time from
func (h *host) systemFacts(root fs.FS) {
	h.add("kernel", line(root, "proc/sys/kernel/osrelease"), "")
	h.add("distribution", distribution(root), "")
	if strings.Contains(" "+field(root, "proc/cpuinfo", "flags")+" ", " hypervisor ") {
		h.add("virtualisation", "guest", "")
	}
	const dmi = "sys/class/dmi/id/"
	h.add("hypervisor", strings.TrimSpace(line(root, dmi+"sys_vendor")+" "+line(root, dmi+"product_name")), "")
	h.add("clock_source", line(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"), "")
}

// distribution is PRETTY_NAME of os-release(5).
func distribution(root fs.FS) string {
	f, err := root.Open("etc/os-release")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, found := strings.CutPrefix(s.Text(), "PRETTY_NAME="); found {
			return strings.Trim(name, `"'`)
		}
	}
	return ""
}

// limitFacts are what bounds this process: of its control group (version 2,
// whose files a container sees at the root) and of itself (getrlimit(2)):
//
//	cgroup_cpu_max       microseconds of each period, or max
//	cgroup_memory_max    bytes, or max
//	limit_open_files     descriptors
//	limit_locked_memory  bytes, or unlimited
func (h *host) limitFacts(root fs.FS) {
	h.add("cgroup_cpu_max", line(root, "sys/fs/cgroup/cpu.max"), "")
	h.add("cgroup_memory_max", line(root, "sys/fs/cgroup/memory.max"), "")
	h.add("limit_open_files", limit(root, "Max open files"), "")
	h.add("limit_locked_memory", limit(root, "Max locked memory"), "")
}

// limit is a soft limit of proc/self/limits.
func limit(root fs.FS, name string) string {
	f, err := root.Open("proc/self/limits")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, found := strings.CutPrefix(s.Text(), name); found {
			if words := strings.Fields(rest); len(words) > 0 {
				return words[0]
			}
		}
	}
	return ""
}
