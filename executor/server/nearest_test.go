package server

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"max_connections", "innodb_buffer_pool_size", "innodb_buffer_pool_size_max", "port"}
	for name, want := range map[string]string{
		"max_connectoins":          "max_connections",
		"innodb_buffer_pool_sizes": "innodb_buffer_pool_size",
		"innodb_bufferpool_size":   "innodb_buffer_pool_size",
		"prt":                      "port",
		"wsrep_on":                 "",
	} {
		if got := nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}

func TestSaid(t *testing.T) {
	log := "2026-11-30 20:30:54 0 [Warning] one\n[ERROR] two\n2026 1 [Warning] one\n1 [Warning] three\n[Warning]\n"
	got := said(log, "[Warning]")
	if len(got) != 2 || got[0] != "one" || got[1] != "three" {
		t.Errorf("said %q", got)
	}
}
