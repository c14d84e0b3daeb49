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
		level, kind := line(root, at+"level"), line(root, at+"type")
		if size, known := kibibytes(line(root, at+"size")); known && level != "" && kind != "Instruction" {
			facts = append(facts, driver.Fact{Name: "cache_l" + level, Value: strconv.FormatInt(size, 10)})
		}
	}
	return facts
}

// kibibytes reads a size in KiB, as the kernel writes it: 32K in sysfs, 32 kB
// in proc/meminfo. It gives bytes; known is false if the text is no such size.
func kibibytes(text string) (bytes int64, known bool) {
	digits := strings.TrimSuffix(strings.TrimSuffix(text, "K"), " kB")
	n, err := strconv.ParseInt(digits, 10, 64)
	return n << 10, err == nil
}

// meminfo is a line of proc/meminfo in bytes, as a fact has it; empty if the
// kernel does not tell.
func meminfo(root fs.FS, name string) string {
	bytes, known := kibibytes(field(root, "proc/meminfo", name))
	if !known {
		return ""
	}
	return strconv.FormatInt(bytes, 10)
}

// availableMemory is how many bytes can be had without swapping, by the
// kernel's estimate; 0 if it does not tell.
func availableMemory(root fs.FS) int64 {
	bytes, _ := kibibytes(field(root, "proc/meminfo", "MemAvailable"))
	return bytes
}
