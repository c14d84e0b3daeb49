# make test: all tests.  make readers: those that read archived runs with DuckDB
# (cgo, 160 MB of modules), parquet-go and JavaScript; part of test.  make race: those of concurrent parts, under the race
# detector, which needs gcc.  make lint: format, vet, staticcheck.
# make bench-sysbench: Assay and sysbench side by side, for a person with a
# quiet machine; PAIRS of SECONDS for the CELLS that fit, such as
# CELLS='point_select/*/16 read_write/tcp/*' (all: two to three hours).
# make bench-loading: likewise the two while they fill tables of ROWS, in PAIRS.
# make bench-fio: the probe of files and fio on one file in DIRECTORY; ROUNDS of
# SECONDS for the JOBS that fit, such as JOBS='rndrd/*/*' (all: 45 minutes).
GO ?= go

.PHONY: test readers race lint bench-sysbench bench-loading bench-fio packages

test: lint packages
	$(GO) test ./...
	$(MAKE) readers

# They test the command, whose changes the cache of tests does not see.
readers:
	@.ci/packages gcc:gcc g++:g++ node:nodejs npm:npm
	cd archive/interop/js && npm ci --no-audit --no-fund --silent
	cd archive/interop && $(GO) vet . && $(GO) test -count=1 .

race: packages
	$(GO) test -race ./archive ./executor ./executor/pace ./executor/loop

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt -w these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

PAIRS ?= 7
SECONDS ?= 10
CELLS ?=
bench-sysbench:
	$(GO) run ./cmd/bench-sysbench -pairs $(PAIRS) -seconds $(SECONDS) -cells '$(CELLS)'

ROWS ?= 500000
bench-loading:
	$(GO) run ./cmd/bench-sysbench -loading -pairs $(PAIRS) -rows $(ROWS)

ROUNDS ?= 9
DIRECTORY ?= .
JOBS ?=
bench-fio:
	$(GO) run ./cmd/bench-fio -rounds $(ROUNDS) -seconds $(SECONDS) -directory '$(DIRECTORY)' -jobs '$(JOBS)'

# The servers and tools that tests run against, from Debian.
packages:
	@.ci/packages mariadbd:mariadb-server sysbench:sysbench fio:fio gcc:gcc
