# make test: all tests.  make race: those of concurrent parts, under the race
# detector, which needs gcc.  make lint: format, vet, staticcheck.
GO ?= go

.PHONY: test race lint packages

test: lint packages
	$(GO) test ./...

race: packages
	$(GO) test -race ./archive ./executor ./executor/pace

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt -w these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# The servers and tools that tests run against, from Debian.
packages:
	@.ci/packages mariadbd:mariadb-server sysbench:sysbench fio:fio gcc:gcc
