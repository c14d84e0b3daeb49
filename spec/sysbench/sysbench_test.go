package sysbench_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"

	"github.com/assay-bench/assay/spec"
	"github.com/assay-bench/assay/spec/sysbench"
)

var update = flag.Bool("update", false, "write the expected specs anew")

// The specs of these commands are kept as they should be.
func TestConvert(t *testing.T) {
	for name, command := range map[string]string{
		"modern": `sysbench oltp_read_write --tables=4 --table-size=20000 --threads=16 --time=60 --warmup-time=5 --thread-init-timeout=20 --rand-type=pareto --skip_trx \
			--mysql-host=db1,db2 --mysql-user=bench --mysql-password=secret --mysql-ignore-errors=1213,1062 --forced-shutdown=10% --rand-seed=7 run`,
		"legacy": "$ sudo sysbench --test=oltp --num-threads=64 --max-requests=200000 --oltp-test-mode=nontrx --oltp-nontrx-mode='update_key' --oltp-num-tables=16 --oltp-reconnect-mode=transaction run",
		"middle": "sysbench --test=/usr/share/doc/sysbench/tests/db/oltp.lua --oltp-tables-count=3 --oltp-read-only=on --oltp-dist-type=uniform --max-time=30 --max-requests=0 run",
		"rate":   "sysbench oltp_point_select --threads=32 --rate=5000 --time=30 run",
		"paced":  "sysbench --test=oltp --num-threads=8 --tx-rate=100 run",
		"cpu":    "sysbench cpu --cpu-max-prime=20000 --threads=8 --time=60 --rand-seed=3 run",
		"memory": "sysbench --test=memory --memory-block-size=64K --memory-total-size=300G --memory-oper=read --memory-hugetlb=off --num-threads=4 run",
		"mutex":  "sysbench mutex --mutex-num=8 --threads=16 --time=5 run",
		"fileio": "sysbench fileio --file-total-size=2G --file-num=4 --file-test-mode=rndrw --file-rw-ratio=2 --file-extra-flags=sync,direct --validate prepare",
		"bulk":   "sysbench bulk_insert --threads=2 --events=1000 prepare",
		"insert": "/usr/bin/sysbench oltp_insert.lua --auto_inc=off --events=10 --time=0 --reconnect=5 run",
	} {
		t.Run(name, func(t *testing.T) {
			made, diags := sysbench.Convert(command)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if strings.Contains(string(made.Spec), "secret") {
				t.Error("the spec holds the password")
			}
			want, err := os.ReadFile("testdata/" + name + ".hcl")
			if *update {
				want, err = made.Spec, os.WriteFile("testdata/"+name+".hcl", made.Spec, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(made.Spec)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			planned(t, made)
		})
	}
}

// What is wrong, or not what it seems, is said at its place with a remedy.
func TestConvertSays(t *testing.T) {
	for _, test := range []struct{ command, at, want string }{
		{"", "", "begins with sysbench"},
		{"ssh db1 'sysbench oltp_delete run'", "ssh", "begins with sysbench"},
		{"$ sudo -u me numactl -N 0 /usr/bin/sysbench oltp_delete run", "sudo -u me numactl -N 0", "before assay as well"},
		{"LD_PRELOAD=x.so sysbench oltp_delete run", "LD_PRELOAD=x.so", "before assay as well"},
		{"mysqlslap --concurrency=4", "mysqlslap", "begins with sysbench"},
		{"sysbench --threads=4 run prepare", "run", `"run" is a command, and the test stands before it`},
		{"sysbench --threads=4", "--threads=4", "names no test"},
		{"sysbench oltp_read_write run twice", "twice", "is a third"},
		{"sysbench oltp_read_write --threads 16 run", "16", "write --threads=16: sysbench takes no other form"},
		{"sysbench oltp_read_write walk", "walk", `no "walk"`},
		{"sysbench oltp_read_write help", "help", "runs nothing"},
		{"sysbench oltp_read_write prepare && sysbench oltp_read_write run", "&&", "Pass one sysbench command alone"},
		{"cd /x; sysbench oltp_read_write run", ";", "Pass one sysbench command alone"},
		{"sysbench oltp_delete run | tee x; sysbench oltp_insert run", "|", "Pass one sysbench command alone"},
		{"sysbench oltp_delete prepare\nsysbench oltp_delete run", "sysbench", "second sysbench"},
		{"sysbench oltp_delete run > x 2>&1 &", ">", "-o FILE"},
		{"sysbench oltp_delete run 2>&1 | tee sysbench.log", ">", "-o FILE"},
		{"sysbench oltp_delete prewarm", "prewarm", "may have warmup"},
		{"sysbench oltp_delete --threads=$THREADS run", "--threads=$THREADS", "a value for $THREADS"},
		{"sysbench oltp_delete --threads=`nproc` run", "--threads=`nproc`", "a value for `nproc`"},
		{"sysbench oltp_delete --mysql-host=\"${HOST}.org\" run", "--mysql-host=\"${HOST}.org\"", "a value for ${HOST}"},
		{"sysbench oltp_delete --mysql-password=$SECRET run", "--mysql-password=$SECRET", "ASSAY_VAR_mysql_password"},
		{"sysbench oltp_delete --mysql-password hunter2 run", "hunter2", `no "…". If it is the value of the option before it, write --mysql-password=…`},
		{"sysbench oltp_delete –threads=4 run", "–threads=4", "two plain hyphens"},
		{"sysbench oltp_delete -threads=4 run", "-threads=4", "two plain hyphens"},
		{"sysbench oltp_read_write --mysql-user='me run", "--mysql-user='", "never closed"},
		{"sysbench oltp_read_write ''\\\n", "''\\\n", "An empty argument"},
		{"sysbench oltp_raed_write run", "oltp_raed_write", "Did you mean oltp_read_write?"},
		{"sysbench cpu --cpu-max-prime=0 run", "--cpu-max-prime=0", "It must be from 3 to 100000000; it is 0."},
		{"sysbench cpu --cpu-max-primes=20000 run", "--cpu-max-primes=20000", "Did you mean --cpu-max-prime?"},
		{"sysbench cpu --cpu-method=float run", "--cpu-method=float", "has no option --cpu-method"},
		{"sysbench cpu --mysql-host=db run", "--mysql-host=db", "goes to no database"},
		{"sysbench --test=cpu run", "--test=cpu", "0.4 ended after 10000 events"},
		{"sysbench memory --memory-block-size=3K run", "--memory-block-size=3K", "must be a power of two"},
		{"sysbench memory --memory-block-size=1.5G run", "--memory-block-size=1.5G", "reads \"1.5G\" as 0"},
		{"sysbench memory --memory-total-size=10KX run", "--memory-total-size=10KX", "reads \"10KX\" as 10KiB and passes the rest over"},
		{"sysbench memory --memory-oper=erase run", "--memory-oper=erase", "write, read"},
		{"sysbench fileio run", "fileio", "needs --file-test-mode"},
		{"sysbench fileio --file-test-mode=rndrw --file-extra-flags=direct,append run", "--file-extra-flags=direct,append", "\"append\" is none of them"},
		{"sysbench ./mine.lua run", "./mine.lua", "Lua program of its own"},
		{"sysbench --test=oltp --oltp-test-mode=simpel run", "--oltp-test-mode=simpel", "Did you mean simple?"},

		{"sysbench oltp_delete --tabels=4 run", "--tabels=4", "Did you mean --tables?"},
		{"sysbench oltp_delete --oltp-table-size=4 run", "--oltp-table-size=4", "it is called --table-size"},
		{"sysbench --test=oltp --table-size=4 run", "--table-size=4", "it is called --oltp-table-size"},
		{"sysbench oltp_delete --rate=20000000 run", "--rate=20000000", "from 0 to 1e+07"},
		{"sysbench --test=oltp --tx-rate=100 run", "--tx-rate=100", "latency leaves the wait out"},
		{"sysbench --test=oltp --tx-rate=0 --tx-jitter=5 run", "--tx-jitter=5", "no jitter"},
		{"sysbench oltp_delete --db-driver=pgsql run", "--db-driver=pgsql", "PostgreSQL"},
		{"sysbench oltp_delete --config-file=x run", "--config-file=x", "Put the options"},

		{"sysbench oltp_delete --pgsql-host=x run", "--pgsql-host=x", "PostgreSQL"},

		{"sysbench oltp_delete --threads=4k run", "--threads=4k", "without a suffix"},
		{"sysbench oltp_delete --events=3000000000 run", "--events=3000000000", "up to 2147483647"},
		{"sysbench oltp_delete --time=-1 run", "--time=-1", "below 0"},
		{"sysbench oltp_delete --table-size=1M run", "--table-size=1M", `reads "1M" as 1 and passes "M" over in silence, and so does this spec. If 1000000 was meant`},
		{"sysbench oltp_delete --table-size=1.5 run", "--table-size=1.5", "a whole number from 0"},
		{"sysbench oltp_delete --table-size=M run", "--table-size=M", "A number is wanted"},
		{"sysbench oltp_delete --auto-inc=maybe run", "--auto-inc=maybe", "on or off"},
		{"sysbench oltp_delete --rand-type=zipfain run", "--rand-type=zipfain", "Did you mean zipfian?"},
		{"sysbench oltp_delete --mysql-ignore-errors=x run", "--mysql-ignore-errors=x", "with commas"},
		{"sysbench oltp_delete --mysql-ignore-errors=all run", "--mysql-ignore-errors=all", "ten attempts"},
		{"sysbench oltp_delete run", "oltp_delete", "add --mysql-socket=PATH"},
		{"sysbench oltp_delete --mysql-host=a,localhost run", "--mysql-host=a,localhost", "add --mysql-socket=PATH"},
		{"sysbench oltp_delete --mysql-host run", "--mysql-host", "write --mysql-host=VALUE"},
		{"sysbench oltp_delete --mysql-ssl run", "--mysql-ssl", "cacert.pem"},
		{"sysbench oltp_delete --forced-shutdown=soon run", "--forced-shutdown=soon", "a percentage as in 10%"},
		{"sysbench oltp_delete --time=0 run", "--time=0", "never end"},
		{"sysbench oltp_delete --mysql-password=x run", "--mysql-password=x", "ASSAY_VAR_mysql_password"},
		{"sysbench oltp_delete --report-interval=1 run", "--report-interval=1", "assay report"},
		{"sysbench --test=oltp --oltp-table-name=t run", "--oltp-table-name=t", "always called sbtest"},
		{"sysbench tests/db/insert.lua run", "tests/db/insert.lua", "is oltp_insert today"},
	} {
		t.Run(test.command, func(t *testing.T) {
			_, diags := sysbench.Convert(test.command)
			if !strings.Contains(test.want, "socket") { // which all of these would be told of
				diags = slices.DeleteFunc(diags, func(d *hcl.Diagnostic) bool { return d.Summary == "Another way to the server" })
			}
			if len(diags) != 1 {
				t.Fatalf("%d diagnostics: %v", len(diags), diags)
			}
			d := diags[0]
			if got := string(d.Subject.SliceBytes([]byte(test.command))); got != test.at {
				t.Errorf("it is said of %q, not of %q", got, test.at)
			}
			if !strings.Contains(d.Detail, test.want) {
				t.Errorf("got %q, want something with %q", d.Detail, test.want)
			}
		})
	}
}

// Whatever an option counts, a value is refused at its place, or the spec plans.
func TestConvertBounds(t *testing.T) {
	values := []string{"0", "1", "-1", "0.5", "99", "100", "101", "100001", "2147483647", "4294967296", "1e10", "1e18", "1e300"}
	for command, options := range map[string]string{
		"oltp_read_write":                  "tables table_size range_size point_selects delete_inserts reconnect threads events rate time warmup_time rand_seed thread_init_timeout forced_shutdown",
		"select_random_points":             "random_points threads",
		"select_random_ranges":             "number_of_ranges delta",
		"bulk_insert":                      "threads events",
		"oltp_delete":                      "rand_spec_iter rand_spec_pct rand_spec_res",
		"oltp_delete --rand-type=pareto":   "rand_pareto_h",
		"oltp_delete --rand-type=gaussian": "rand_spec_iter",
		"oltp_delete --rand-type=zipfian":  "rand_zipfian_exp",
		"--test=oltp":                      "tx_rate oltp_table_size oltp_num_tables oltp_tables_count oltp_dist_iter oltp_dist_pct oltp_dist_res oltp_point_selects",
		"cpu":                              "cpu_max_prime threads events time",
		"memory":                           "memory_block_size memory_total_size",
		"threads":                          "thread_yields thread_locks",
		"mutex":                            "mutex_num mutex_locks mutex_loops",
		"fileio --file-test-mode=rndrw":    "file_num file_block_size file_total_size file_fsync_freq file_rw_ratio file_async_backlog file_merged_requests",
		"oltp.lua":                         "oltp_tables_count oltp_table_size oltp_dist_pct",
	} {
		for option := range strings.FieldsSeq(options) {
			for _, value := range values {
				line := "sysbench " + command + " --" + option + "=" + value + " run"
				t.Run(line, func(t *testing.T) {
					if made, diags := sysbench.Convert(line); !diags.HasErrors() {
						planned(t, made)
					}
				})
			}
		}
	}
}

// Quotes, joined lines and comments mean what they mean to a shell.
func TestConvertReadsShell(t *testing.T) {
	const plain = "sysbench oltp_delete --mysql-db=a --mysql-user=b run"
	want, _ := sysbench.Convert(plain)
	_, spec, _ := strings.Cut(string(want.Spec), "\n")
	for _, line := range []string{
		"sysbench oltp_delete --mysql-db='a' \"--mysql-user=b\" run",
		"sysbench oltp_delete \\\n --mysql-db=a \\\r\n\t--mysql-user=b \\ \n run",
		"sysbench oltp_delete --mysql-db=a --mysql-us\\\ner=b run # as always",
		"# sysbench oltp_delete --mysql-db=x --mysql-db=a --mysql-user=\\b run;",
		"[root@db1 ~]# time sudo /opt/bin/sysbench /usr/share/sysbench/oltp_delete.lua --mysql_db=a --mysql_user=b",
	} {
		made, diags := sysbench.Convert(line)
		if diags.HasErrors() {
			t.Errorf("%q: %v", line, diags)
		} else if _, got, _ := strings.Cut(string(made.Spec), "\n"); got != spec {
			t.Errorf("%q becomes\n%s", line, got)
		}
	}
	made, diags := sysbench.Convert(`sysbench oltp_delete --mysql-db='$a\"' --mysql-user="b\"\$HOME" run`)
	if diags.HasErrors() || !strings.Contains(string(made.Spec), `"$a\\\""`) || !strings.Contains(string(made.Spec), `"b\"$HOME"`) {
		t.Errorf("%v\n%s", diags, made.Spec)
	}
}

// A password is not printed again with what is wrong.
func TestSource(t *testing.T) {
	for line, want := range map[string]string{
		"sysbench x --mysql-password=hunter2 run":       "sysbench x --mysql-password=******* run",
		"sysbench x --mysql_pasword='hun ter\"2' run":   "sysbench x --mysql_pasword=*********** run",
		"MYSQL_PWD=hunter2 sysbench --password hunter2": "MYSQL_PWD=******* sysbench --password *******",
		"sysbench x --mysql-db=path --mysql-user=ann":   "sysbench x --mysql-db=path --mysql-user=ann",
	} {
		if got := string(sysbench.Source(line)); got != want {
			t.Errorf("%s is shown as %s", line, got)
		}
	}
}

// Harmless values of what Assay does not have are no mistakes.
func TestConvertIsSilent(t *testing.T) {
	for _, command := range []string{
		"sysbench --mysql-socket=/s oltp_delete --rate=0 --validate=off --db-driver=mysql --mysql-ssl=off run",
		"sysbench --mysql-host=db1 --test=oltp --mysql-engine-trx=auto --oltp-table-name=sbtest --oltp-user-delay-min=0 --oltp-reconnect-mode=session run",
		"sysbench oltp_delete --mysql-host=127.0.0.1",
		"sysbench --mysql-host=::1 --mysql-ignore-errors=1213,1020,1205 oltp_delete --events=0 run",
	} {
		if _, diags := sysbench.Convert(command); len(diags) > 0 {
			t.Errorf("%s: %v", command, diags)
		}
	}
}

// All variables of the two specs can be set from a command line, but for those
// that another option sets.
func TestOptionsAreVariables(t *testing.T) {
	for module, commands := range map[string]string{"sysbench": "oltp_read_write", "sysbench-0.4": "--test=oltp"} {
		s, diags := spec.Read("../../examples/"+module, spec.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, v := range s.Variables {
			value := map[string]string{"bool": "on"}[v.Type.FriendlyName()]
			if value == "" {
				value = "1"
			}
			if known := words[v.Name]; known != "" {
				value = known
			}
			made, diags := sysbench.Convert("sysbench " + commands + " --" + v.Name + "=" + value + " run")
			if diags.HasErrors() {
				t.Errorf("%s: %v", v.Name, diags)
				continue
			}
			planned(t, made)
		}
	}
}

// words are values of options that take one of a few.
var words = map[string]string{
	"rand_type": "pareto", "oltp_dist_type": "gaussian", "db_driver": "mysql", "db_ps_mode": "disable", "oltp_nontrx_mode": "insert",
	"mysql_ssl_cert": "c.pem --mysql-ssl-key=k.pem", "mysql_ssl_key": "k.pem --mysql-ssl-cert=c.pem",
	"mysql_ssl": "required", "mysql_socket": "/run/s.sock", "rand_pareto_h": "0.3", "mysql_ignore_errors": "1213",
}
