package sysbench

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// option is what an option of sysbench is in Assay. The zero option is a text
// that becomes the module's input of the same name.
type option struct {
	read     reader
	to       string   // the input's name, if another; @NAME is a part of the experiment
	words    []string // the values there are
	least    float64  // of a number; with both bounds 0 there are none
	most     float64  // of a number; 0 is no bound
	idle     string   // why it has no effect here: said as a warning
	missing  string   // why Assay does not have it: an error
	harmless []string // the values for which missing does not matter
}

// Parts of the experiment, as places of options.
const (
	toThreads   = "@threads"
	toEvents    = "@events"
	toRate      = "@rate"
	toTime      = "@time"
	toWarmup    = "@warmup"
	toGrace     = "@grace"
	toStart     = "@start"
	toSeed      = "@seed"
	toRetry     = "@retry"
	toReconnect = "@reconnect"
	toPassword  = "@password"
	toNothing   = "@"
)

var (
	yes = []string{"on", "true", "1"}
	no  = []string{"off", "false", "0"}
)

// Reasons why an option has no effect here, or does not exist, where several
// have the same.
const (
	inReport = "Every event is archived, so this is asked afterwards: see `assay report --help`."
	inLog    = "It only shapes what sysbench prints."
	ownSeed  = "Assay takes its seed from the spec, so that a run can be repeated."

	thinkBlocks = "Pauses between the statements of a transaction are think blocks: copy the spec with `assay init --from sysbench-0.4` and add them."
)

// Options that have several names. The bounds are those of the language.
var (
	workers = option{read: readWhole, to: toThreads, least: 1, most: 100_000}
	pace    = option{read: readWhole, to: toRate, most: 10_000_000}
	seconds = option{read: readWhole, most: 1_000_000_000}
	bells   = option{read: readWhole, least: 1, most: math.MaxInt32}
	percent = option{read: readWhole, least: 1, most: 100}
	rest    = option{read: readWhole, most: 99}
	copies  = option{read: readNumber, least: 1, most: 1_000_000}
	rows    = option{read: readNumber, most: 1 << 50}
	counted = option{read: readNumber, most: 1_000_000_000}
)

var postgres = option{missing: "Assay does not speak to PostgreSQL yet."}

// as is the option under the name of an input.
func (as option) as(input string) option {
	as.to = input
	return as
}

// general are the options of all tests, of all versions.
var general = map[string]option{
	"threads": workers, "num_threads": workers,
	"events": {read: readWhole, to: toEvents}, "max_requests": {read: readWhole, to: toEvents},
	"time": seconds.as(toTime), "max_time": seconds.as(toTime),
	"warmup_time": seconds.as(toWarmup), "forced_shutdown": {to: toGrace},
	"rand_seed": {read: readWhole, to: toSeed}, "seed_rng": {read: readWhole, to: toSeed},
	"rand_init": {read: readBool, to: toNothing, idle: ownSeed},
	"init_rng":  {read: readBool, to: toNothing, idle: ownSeed},

	"rand_type":      {words: []string{"uniform", "gaussian", "special", "pareto", "zipfian"}},
	"rand_spec_iter": bells, "rand_spec_pct": percent, "rand_spec_res": rest,
	"rand_pareto_h": {read: readShare}, "rand_zipfian_exp": {read: readFloat, most: 100},

	"db_driver":  {words: []string{"mysql"}},
	"db_ps_mode": {words: []string{"auto", "disable"}},
	"mysql_host": {}, "mysql_port": {}, "mysql_socket": {}, "mysql_user": {}, "mysql_db": {},
	"mysql_password": {to: toPassword}, "mysql_ignore_errors": {read: readCodes, to: toRetry},
	"mysql_ssl": {read: readTLS}, "mysql_ssl_ca": {}, "mysql_ssl_cert": {}, "mysql_ssl_key": {},
	"mysql_compression": {read: readBool},

	"rate":          pace,
	"tx_rate":       pace,
	"tx_jitter":     {missing: "Arrivals have no jitter: those of an open loop are random, or at equal distances.", harmless: []string{"0"}},
	"validate":      {missing: "The OLTP tests of sysbench check nothing; in a spec, expect blocks do.", harmless: no},
	"mysql_dry_run": {missing: "A target with driver \"null\" answers at once: run the spec with --target null:.", harmless: no},
	"config_file":   {missing: "Put the options of the file on the command line."},
	"pgsql_variant": postgres, "pgsql_host": postgres, "pgsql_port": postgres, "pgsql_user": postgres, "pgsql_password": postgres, "pgsql_db": postgres, "pgsql_sslmode": postgres,

	"mysql_ssl_cipher":             {missing: "The ciphers are those of Go's TLS library.", harmless: []string{""}},
	"mysql_compression_algorithms": {missing: "Compression is zlib, if the server can.", harmless: []string{"", "zlib"}},

	"report_interval": {idle: inReport}, "report_checkpoints": {idle: inReport}, "percentile": {idle: inReport}, "histogram": {idle: inReport},
	"batch": {idle: inReport}, "batch_delay": {idle: inReport},
	"verbosity": {idle: inLog}, "debug": {idle: inLog}, "db_debug": {idle: inLog}, "mysql_debug": {idle: inLog},
	"thread_stack_size":   {idle: "Threads of Assay have stacks that grow."},
	"thread_init_timeout": seconds.as(toStart),
	"luajit_cmd":          {idle: "There is no Lua in Assay."},
}

// modernOptions are those of the scripts of 1.0 and 1.1.
var modernOptions = with(map[string]option{
	"auto_inc": {read: readBool}, "secondary": {read: readBool}, "create_secondary": {read: readBool},
	"range_selects": {read: readBool}, "skip_trx": {read: readBool},
	"mysql_storage_engine": {}, "create_table_options": {}, "reconnect": {read: readNumber, to: toReconnect, most: 1 << 50},
	"tables": copies, "table_size": rows, "random_points": {read: readNumber, least: 1, most: 10_000}, "number_of_ranges": {read: readNumber, least: 1, most: 5_000},
}, "range_size", "point_selects", "simple_ranges", "sum_ranges", "order_ranges", "distinct_ranges",
	"index_updates", "non_index_updates", "delete_inserts", "delta")

// legacyOptions are those of --test=oltp in 0.4.
var legacyOptions = with(map[string]option{
	"oltp_test_mode":   {to: toNothing},
	"oltp_nontrx_mode": {words: []string{"select", "update_key", "update_nokey", "insert", "delete"}},
	"oltp_sp_name":     {}, "mysql_table_engine": {}, "mysql_create_options": {},
	"oltp_read_only": {read: readBool}, "oltp_write_only": {read: readBool}, "oltp_skip_trx": {read: readBool},
	"oltp_auto_inc": {read: readBool}, "oltp_secondary": {read: readBool}, "oltp_range_selects": {read: readBool},
	"oltp_tables_count": copies.as("oltp_num_tables"), "oltp_num_tables": copies, "oltp_table_size": rows,
	"oltp_dist_iter": bells, "oltp_dist_pct": percent, "oltp_dist_res": rest,
	"oltp_dist_type": {words: []string{"uniform", "gaussian", "special", "pareto"}},

	"oltp_reconnect_mode":             {words: []string{"session", "transaction"}, to: toReconnect},
	"oltp_table_name":                 {missing: "The table is always called sbtest.", harmless: []string{"sbtest"}},
	"oltp_delete_inserts":             {missing: "The transaction has one pair of DELETE and INSERT.", harmless: []string{"1"}},
	"oltp_user_delay_min":             {missing: thinkBlocks, harmless: []string{"0"}},
	"oltp_user_delay_max":             {missing: thinkBlocks, harmless: []string{"0"}},
	"oltp_point_select_mysql_handler": {missing: "The spec has no HANDLER statements.", harmless: no},
	"oltp_point_select_all_cols":      {missing: "The spec selects the column c alone.", harmless: no},
	"oltp_create_secondary":           {missing: "0.4 has the index on k from the beginning.", harmless: yes},
	"mysql_engine_trx":                {missing: "Engines without transactions would need LOCK TABLES, which the spec does not have.", harmless: []string{"auto", "yes"}},
	"oltp_connect_delay":              {idle: "Workers need no pause after they connect."},
	"myisam_max_rows":                 {idle: "MyISAM has had no need for MAX_ROWS for long."},
}, "oltp_range_size", "oltp_point_selects", "oltp_simple_ranges", "oltp_sum_ranges",
	"oltp_order_ranges", "oltp_distinct_ranges", "oltp_index_updates", "oltp_non_index_updates")

// middleOptions are those of 0.5: the names of today behind oltp_, and a few
// that have changed.
func middleOptions() map[string]option {
	out := map[string]option{
		"oltp_tables_count":  copies.as("tables"),
		"mysql_table_engine": {to: "mysql_storage_engine"},
		"oltp_read_only":     {read: readBool, to: toNothing},
		"oltp_table_name":    {missing: "The tables are always called sbtest1, sbtest2, ….", harmless: []string{"sbtest"}},
		"oltp_dist_type":     {words: []string{"uniform", "gaussian", "special", "pareto"}, to: "rand_type"},
		"oltp_dist_iter":     bells.as("rand_spec_iter"),
		"oltp_dist_pct":      percent.as("rand_spec_pct"),
		"oltp_dist_res":      rest.as("rand_spec_res"),
		"myisam_max_rows":    legacyOptions["myisam_max_rows"],
	}
	for name, o := range modernOptions {
		if o.to == "" {
			o.to = name
		}
		out["oltp_"+name] = o
	}
	return out
}

// with adds options that all count something.
func with(options map[string]option, names ...string) map[string]option {
	for _, name := range names {
		options[name] = counted
	}
	return options
}

// option finds an option of the test, or says what else there is.
func (c *converter) option(o *setting, t *test) (option, bool) {
	if found, ok := t.options[o.name]; ok {
		return found, true
	}
	if found, ok := general[o.name]; ok {
		return found, true
	}
	var known []string
	for _, name := range append(slices.Sorted(maps.Keys(t.options)), slices.Sorted(maps.Keys(general))...) {
		known = append(known, spelled(name))
	}
	hint := didYouMean(spelled(o.name), known)
	short := strings.TrimPrefix(o.name, "oltp_")
	for _, name := range []string{short, "oltp_" + short} {
		if _, ok := t.options[name]; ok {
			hint = " Here it is called " + spelled(name) + "."
		}
	}
	c.fail(o.at, "Unknown option", "The test %s has no option %s.%s", t.workload, spelled(o.name), hint)
	return option{}, false
}

// spelled is an option as it stands on a command line.
func spelled(name string) string { return "--" + strings.ReplaceAll(name, "_", "-") }
