#!/bin/sh
# Tests. Where CI=true nothing is skipped.
#
#   make test          everything that must hold, and what CI runs
#   make test FAST=1   the inner loop: no browser, no PostgreSQL, no race detector,
#                      no lint but what go test vets, short walks, and no package
#                      that is as it was
#   make test-all      everything, every service test on PostgreSQL too, public
#                      pages by Lighthouse, and every parser fuzzed for FUZZTIME
#                      (default 2m)
#
# What make test runs where:
#   - The race detector takes most of the time of a test that it is in, and finds
#     something only where goroutines meet: the tests that start some are run with
#     it, and a journey through a program that was built with it. internal/raced
#     works out which they are and refuses goroutines that no test races.
#   - Tests of services run on SQLite, and on PostgreSQL when they have a statement
#     that was not there before, or one that fails as none did (storetest.Each).
#     Statements that only tests of pages and commands run are prepared there.
#     Raced tests run on both: transactions meet in other ways there.
set -eu
cd "$(dirname "$0")/.."

# Tests live for seconds: most of what they leave behind need not be collected.
export GOGC=400

if [ -n "${FAST:-}" ]; then
	# shellcheck disable=SC2046 # a list of packages
	CI="" exec go test -short -timeout 5m $(go list ./... | grep -v -e '^nzgs/e2e$' -e '^nzgs/bench$')
fi

if [ -z "${NZGS_TEST_POSTGRES:-}" ]; then
	echo "== what the tests need"
	sh scripts/test-deps.sh
	exec sh scripts/postgres.sh sh scripts/test.sh # with a server for all of it
fi

# The detector is left out of what only computes: SQLite with its C library, both
# translated from C, which keep nothing of ours, and cryptography.
race="-race
	-gcflags=modernc.org/sqlite/lib=-race=false
	-gcflags=modernc.org/libc=-race=false
	-gcflags=modernc.org/memory=-race=false
	-gcflags=golang.org/x/crypto/...=-race=false
	-gcflags=crypto/internal/fips140/...=-race=false"

echo "== gofmt, vet, staticcheck; the program, and the program with the race detector"
dir=$(mktemp -d)
lint=""
trap 'if [ -n "$lint" ]; then kill "$lint" 2>/dev/null || true; fi; rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
# Beside the builds, which end in linkers that use one processor. What it says is
# kept until it has ended.
sh scripts/lint.sh >"$dir/lint" 2>&1 &
lint=$!
export NZGS_BINARY="$dir/nzgs" NZGS_RACED_BINARY="$dir/nzgs-raced" NZGS_E2E_NEXT="$dir/nzgs-next" # no test compiles
go build -o "$NZGS_BINARY" ./cmd/nzgs
# shellcheck disable=SC2086 # flags
CGO_ENABLED=1 go build $race -o "$NZGS_RACED_BINARY" ./cmd/nzgs
sh scripts/next.sh "$NZGS_E2E_NEXT"
linted=0
wait "$lint" || linted=$?
lint=""
cat "$dir/lint"
if [ "$linted" -ne 0 ]; then exit "$linted"; fi

echo "== the program for the other systems"
sh scripts/targets.sh

echo "== tests, on SQLite and PostgreSQL and in the browser"
go test -vet=off -timeout 40m ./... # vet has run above; the journeys need their time on a slow machine

echo "== tests that start goroutines, with the race detector"
list=$(go run ./internal/raced)
names=$(echo "$list" | head -n 1)
packages=$(echo "$list" | tail -n 1)
# shellcheck disable=SC2086 # flags and packages
NZGS_TEST_BOTH=1 CGO_ENABLED=1 go test $race -vet=off -timeout 20m -run "$names" $packages

if [ -n "${ALL:-}" ]; then
	echo "== public pages, by Lighthouse"
	sh scripts/lighthouse.sh
	echo "== our workbooks, by ExcelJS"
	sh scripts/readers.sh
	echo "== every parser, fuzzed"
	FUZZTIME="${FUZZTIME:-2m}" sh scripts/fuzz.sh
fi
