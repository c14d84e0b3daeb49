package probes

import (
	"io/fs"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/executor/driver"
)

// cacheFacts are the sizes in bytes of the caches of the first processor that
// hold data, as the kernel tells them (sysfs, cpu/cache): cache_l1, cache_l2, …
// Where it tells none there are none.
func cacheFacts(root fs.FS) (facts []driver.Fact) {
	const dir = "sys/devices/system/cpu/cpu0/cache"
	entries, _ := fs.ReadDir(root, dir)
	for _, e := range entries {
		at := dir + "/" + e.Name() + "/"
		level, size := line(root, at+"level"), kibibytes(line(root, at+"size"))
		if kind := line(root, at+"type"); level != "" && size > 0 && kind != "Instruction" {
			facts = append(facts, driver.Fact{Name: "cache_l" + level, Value: strconv.FormatInt(size, 10)})
		}
	}
	return facts
}

// kibibytes reads a size such as 32K in bytes; 0 if it is none.
func kibibytes(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "K"), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}

// availableMemory is how many bytes can be had without swapping, by the
// kernel's estimate; 0 if it does not tell.
func availableMemory(root fs.FS) int64 {
	text, _, _ := strings.Cut(field(root, "proc/meminfo", "MemAvailable"), " ")
	return kibibytes(text)
}
