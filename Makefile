# make test: everything that CI runs.  make lint: format, vet, staticcheck.
GO ?= go

.PHONY: test lint packages

test: lint packages
	$(GO) test ./...

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt -w these files"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# The servers and tools that tests run against, from Debian.
packages:
	@.ci/packages mariadbd:mariadb-server sysbench:sysbench fio:fio
