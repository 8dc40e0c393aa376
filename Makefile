# The whole toolbox. `make run` and `make test` do all their set-up themselves.

export CGO_ENABLED ?= 0
PKGS := ./...

.PHONY: run build test test-all test-deps vet lint vulncheck unit bench soak prints print-pictures fuzz mutate release release-test targets clean

run: ## serve a demonstration society on http://localhost:8080
	go run ./cmd/nzgs demo

build: ## the binary, in out/nzgs
	go build -trimpath -ldflags='-s -w' -o out/nzgs ./cmd/nzgs

test: ## everything that must hold, as CI runs it; FAST=1 for the inner loop
	sh scripts/test.sh

test-all: ## before a change is called done: all on PostgreSQL too, Lighthouse, and long fuzzing
	ALL=1 NZGS_TEST_BOTH=1 sh scripts/test.sh

test-deps: ## install what the tests need
	sh scripts/test-deps.sh

lint: ## vet and staticcheck, and formatting
	sh scripts/lint.sh

vulncheck: ## known vulnerabilities of Go and the modules; needs the network, or VULNDB=file:///…
	sh scripts/vulncheck.sh

bench: ## measure; docs/performance.md tells how to read it
	sh scripts/bench.sh

soak: ## an hour of a society's life on PostgreSQL, with two copies of which one is restarted; FOR=10m
	sh scripts/postgres.sh sh scripts/soak.sh

prints: ## every print and sheet, with pictures of them, in out/prints
	sh scripts/prints.sh

print-pictures: prints ## the small pictures of docs/prints, from the prints
	sh scripts/print-pictures.sh

fuzz: ## fuzz every parser for FUZZTIME each (default 20s)
	sh scripts/fuzz.sh

mutate: ## conditions of PKG (./internal/clubs) whose absence no test of it notices; WITHIN=8m
	sh scripts/mutate.sh "$(PKG)"

release: ## programs for Linux, macOS and Windows with their sums and what they are made of, in out/release
	sh scripts/release.sh

release-test: ## the release twice, in two folders: the same bytes; TARGETS="linux/amd64 …"
	sh scripts/release-test.sh

targets: ## check that all of it compiles for each system that a release is for
	sh scripts/targets.sh

clean:
	rm -rf out
