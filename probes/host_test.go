package probes

import (
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
		if f.Name == "memory" || f.Name == "kernel" || f.Name == "cpu_model" {
			t.Errorf("%s is %q on a host that does not tell", f.Name, f.Value)
		}
	}
}
