package server_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-bench/assay/executor/server"
	"github.com/assay-bench/assay/planner/plan"
)

// TestCheck asks a real server what it makes of options.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		options  server.Options
		warnings []string // of which each is a part of one
		refused  []string // parts of the error
	}{
		"fine": {options: server.Options{
			Program: "mariadbd", Version: ">= 10.6", Settings: []string{"innodb_buffer_pool_size=67108864", "max-connections=50"}}},
		"a plugin's option": {options: server.Options{
			Plugins: []string{"ha_rocksdb"}, Settings: []string{"rocksdb_block_cache_size=8388608"}}},
		"the same without the plugin": {
			options: server.Options{Settings: []string{"rocksdb_block_cache_size=8388608"}}, refused: []string{"unknown variable 'rocksdb_block_cache_size"}},
		"adjusted and ignored": {
			options:  server.Options{Settings: []string{"max_connections=1", "innodb_file_format=Barracuda"}},
			warnings: []string{"adjusted to 10", "'innodb-file-format' was removed"}},
		"unknown, with the nearest": {
			options: server.Options{Settings: []string{"innodb_buffer_pool_sizes=1G"}}, refused: []string{"did you mean innodb_buffer_pool_size?"}},
		"abbreviated": {
			options: server.Options{Settings: []string{"max_connection=50"}}, refused: []string{"max_connection is an abbreviation; write max_connections"}},
		"all at once": {
			options: server.Options{Settings: []string{"nonsense=1", "sql_mode=FOO", "innodb_flush_method=foo"}},
			refused: []string{"'nonsense=1'", "'FOO' to 'sql_mode'", "'foo' to 'innodb-flush-method'"}},
		"no such plugin": {options: server.Options{Plugins: []string{"ha_nonsense"}}, refused: []string{"ha_nonsense.so"}},
		"no such program": {
			options: server.Options{Program: "mysqld-99"}, refused: []string{"mysqld-99 on PATH or in /usr/sbin", "apt install mariadb-server"}},
	} {
		t.Run(name, func(t *testing.T) {
			warnings, err := server.Check(t.Context(), c.options)
			for _, part := range c.refused {
				if err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("error %v, want one with %q", err, part)
				}
			}
			if err != nil && c.refused == nil {
				t.Error(err)
			}
			for _, part := range c.warnings {
				if !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, part) }) {
					t.Errorf("warnings %q, want one with %q", warnings, part)
				}
			}
			if c.warnings == nil && len(warnings) > 0 {
				t.Errorf("warnings %q, want none", warnings)
			}
		})
	}
}

// TestVersionIsChecked also at the start, which says the same.
func TestVersionIsChecked(t *testing.T) {
	o := server.Options{Program: "mariadbd", Version: "< 5"}
	_, check := server.Check(t.Context(), o)
	_, start := server.Start(t.Context(), o)
	for _, err := range []error{check, start} {
		var wrong *server.VersionError
		if !errors.As(err, &wrong) || wrong.Constraint != "< 5" || !strings.Contains(err.Error(), "the spec needs version < 5") {
			t.Errorf("error %v, want a VersionError", err)
		}
	}
}

func TestOptionsOf(t *testing.T) {
	got := server.OptionsOf(&plan.Server{
		Name: "s", Program: "mysqld", Version: ">= 8", Plugins: []string{"p"}, TCP: true,
		Options: []plan.ServerOption{{Name: "a", Value: "1"}, {Name: "b", Value: ""}},
	})
	want := server.Options{Program: "mysqld", Version: ">= 8", Plugins: []string{"p"}, Settings: []string{"a=1", "b="}, Port: server.AnyPort}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestCancelled: an interrupt while a server is asked, installed or started is
// an interrupt, and no failure of the server.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := server.Start(ctx, server.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
