package probes

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestHost(t *testing.T) {
	root := fstest.MapFS{
		"proc/meminfo":              {Data: []byte("MemTotal:       16384 kB\nMemFree:         1024 kB\n")},
		"proc/cpuinfo":              {Data: []byte("processor\t: 0\nmodel name\t: Imagined CPU @ 3.00GHz\nmodel name\t: another\n")},
		"proc/sys/kernel/osrelease": {Data: []byte("6.1.0-test\n")},
	}
	got := map[string]string{}
	for _, f := range Host(root) {
		got[f.Name] = f.Value
	}
	for name, want := range map[string]string{"memory": "16777216", "cpu_model": "Imagined CPU @ 3.00GHz", "kernel": "6.1.0-test"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if got["cpus"] == "" || got["name"] == "" {
		t.Errorf("cpus or name is missing in %v", got)
	}
}

func TestHostWithoutProc(t *testing.T) {
	for _, f := range Host(fstest.MapFS{}) {
		if !slices.Contains([]string{"cpus", "name", "os", "arch"}, f.Name) {
			t.Errorf("%s is %q on a host that does not tell", f.Name, f.Value)
		}
	}
}

// machine is what a host with two sockets, a disk and a container has.
var machine = fstest.MapFS{
	"proc/cpuinfo": {Data: []byte("processor\t: 0\nphysical id\t: 0\ncore id\t: 0\nflags\t: fpu sse2 hypervisor\n" +
		"processor\t: 1\nphysical id\t: 0\ncore id\t: 0\n\nprocessor\t: 2\nphysical id\t: 1\ncore id\t: 0\n")},
	"proc/meminfo":                  {Data: []byte("MemAvailable: 8 kB\nSwapTotal: 4 kB\nSwapFree: 0 kB\nHugePages_Total:  3\nHugepagesize: 2048 kB\n")},
	"proc/sys/vm/swappiness":        {Data: []byte("60\n")},
	"proc/self/limits":              {Data: []byte("Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096                 files\nMax locked memory unlimited unlimited bytes\n")},
	"proc/self/mounts":              {Data: []byte("proc /proc proc rw 0 0\n/dev/sda1 / ext4 rw,noatime 0 0\n/dev/loop0 /snap squashfs ro 0 0\n")},
	"etc/os-release":                {Data: []byte("NAME=\"Imagined\"\nPRETTY_NAME=\"Imagined Linux 1\"\n")},
	"sys/fs/cgroup/cpu.max":         {Data: []byte("200000 100000\n")},
	"sys/fs/cgroup/memory.max":      {Data: []byte("max\n")},
	"sys/class/dmi/id/sys_vendor":   {Data: []byte("QEMU\n")},
	"sys/class/dmi/id/product_name": {Data: []byte("Standard PC\n")},
	"sys/devices/system/clocksource/clocksource0/current_clocksource": {Data: []byte("tsc\n")},
	"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":            {Data: []byte("performance\n")},
	"sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq":            {Data: []byte("3000000\n")},
	"sys/devices/system/cpu/vulnerabilities/l1tf":                     {Data: []byte("Not affected\n")},
	"sys/devices/system/cpu/vulnerabilities/spectre_v1":               {Data: []byte("Mitigation: barriers\n")},
	"sys/devices/system/node/node0/meminfo":                           {Data: []byte("x\n")},
	"sys/devices/system/node/node1/meminfo":                           {Data: []byte("x\n")},
	"sys/kernel/mm/transparent_hugepage/enabled":                      {Data: []byte("always [madvise] never\n")},
	"sys/block/sda/size":                                              {Data: []byte("2048\n")},
	"sys/block/sda/device/model":                                      {Data: []byte("SLOW DISK\n")},
	"sys/block/sda/queue/scheduler":                                   {Data: []byte("none [mq-deadline]\n")},
	"sys/block/sda/queue/write_cache":                                 {Data: []byte("write back\n")},
	"sys/block/sda/queue/rotational":                                  {Data: []byte("1\n")},
	"sys/block/nvme0n1/size":                                          {Data: []byte("4096\n")},
	"sys/block/nvme0n1/queue/scheduler":                               {Data: []byte("none\n")},
	"sys/block/loop0/size":                                            {Data: []byte("8\n")},
	"sys/block/sr0/size":                                              {Data: []byte("0\n")},
}

// What the kernel's files say becomes facts, each with its unit; devices that
// hold no data are left out.
func TestMachine(t *testing.T) {
	got := map[string]string{}
	for _, f := range Host(machine) {
		got[f.Name] = strings.TrimSpace(f.Value + " " + f.Unit)
	}
	for name, want := range map[string]string{
		"cpu_sockets": "2", "cpu_cores": "2", "cpu_threads": "3", "cpu_flags": "fpu sse2 hypervisor", "cpu_governor": "performance", "cpu_max": "3000000000 hertz",
		"cpu_mitigations": "spectre_v1: Mitigation: barriers", "numa_nodes": "2",
		"memory_available": "8192 bytes", "swap_total": "4096 bytes", "swap_free": "0 bytes", "huge_pages": "3", "huge_page_size": "2097152 bytes",
		"transparent_huge_pages": "madvise", "swappiness": "60",
		"distribution": "Imagined Linux 1", "virtualisation": "guest", "hypervisor": "QEMU Standard PC", "clock_source": "tsc",
		"cgroup_cpu_max": "200000 100000", "cgroup_memory_max": "max", "limit_open_files": "1024", "limit_locked_memory": "unlimited",
		"disk_sda_size": "1048576 bytes", "disk_sda_model": "SLOW DISK", "disk_sda_scheduler": "mq-deadline", "disk_sda_cache": "write back", "disk_sda_spins": "true",
		"disk_nvme0n1_size": "2097152 bytes", "disk_nvme0n1_scheduler": "none", "mount_/": "/dev/sda1 ext4 rw,noatime",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	for _, name := range []string{"disk_loop0_size", "disk_sr0_size", "mount_/snap", "mount_/proc", "disk_nvme0n1_spins", "cpu_model"} {
		if got[name] != "" {
			t.Errorf("%s is %q where there is none", name, got[name])
		}
	}
}
