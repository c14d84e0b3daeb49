package probes

import (
	"bufio"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// sector is the unit of sizes in sysfs, whatever the device's own is.
const sector = 512

// diskFacts are what lsblk prints of block devices that hold data (loop and
// memory devices, and those of no size, are none), and where they are mounted:
//
//	disk_NAME_size       bytes
//	disk_NAME_model      as the device calls itself; not where a guest cannot see it
//	disk_NAME_scheduler  that orders its requests
//	disk_NAME_cache      write back or write through: whether a sync has work
//	disk_NAME_spins      true for a disk that turns
//	mount_DIRECTORY      DEVICE FILESYSTEM OPTIONS, of devices
func (h *host) diskFacts(root fs.FS) {
	entries, _ := fs.ReadDir(root, "sys/block")
	for _, e := range entries {
		name := e.Name()
		at := "sys/block/" + name + "/"
		sectors, err := strconv.ParseInt(line(root, at+"size"), 10, 64)
		if err != nil || sectors == 0 || strings.HasPrefix(name, "loop") || strings.HasPrefix(name, "ram") {
			continue
		}
		h.add("disk_"+name+"_size", strconv.FormatInt(sectors*sector, 10), "bytes")
		h.add("disk_"+name+"_model", line(root, at+"device/model"), "")
		h.add("disk_"+name+"_scheduler", scheduler(line(root, at+"queue/scheduler")), "")
		h.add("disk_"+name+"_cache", line(root, at+"queue/write_cache"), "")
		if line(root, at+"queue/rotational") == "1" {
			h.add("disk_"+name+"_spins", "true", "")
		}
	}
	h.mounts(root)
}

// scheduler is the chosen one, or the only one.
func scheduler(text string) string {
	if word := chosen(text); word != "" {
		return word
	}
	return text
}

// mounts are the file systems on devices, each device and directory once.
func (h *host) mounts(root fs.FS) {
	f, err := root.Open("proc/self/mounts")
	if err != nil {
		return
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		words := strings.Fields(s.Text())
		if len(words) < 4 || !strings.HasPrefix(words[0], "/dev/") || strings.HasPrefix(words[0], "/dev/loop") {
			continue
		}
		h.add("mount_"+path.Clean(words[1]), words[0]+" "+words[2]+" "+words[3], "")
	}
}
