#!/bin/sh
# Everything that must hold: lint, then every test with the race detector, on
# SQLite and PostgreSQL and in a real browser. Where CI=true nothing is skipped.
set -eu
cd "$(dirname "$0")/.."

echo "== what the tests need"
sh scripts/test-deps.sh

echo "== gofmt, vet, staticcheck"
sh scripts/lint.sh

echo "== tests with the race detector, on SQLite and PostgreSQL, and in the browser"
# The detector is left out of what only computes: SQLite with its C library, both
# translated from C, which keep nothing of ours, and cryptography. It would find
# nothing there and take half the time of all tests. Vet has run above.
CGO_ENABLED=1 sh scripts/postgres.sh go test -race -vet=off -timeout 20m \
	-gcflags=modernc.org/sqlite/lib=-race=false \
	-gcflags=modernc.org/libc=-race=false \
	-gcflags=modernc.org/memory=-race=false \
	-gcflags=golang.org/x/crypto/...=-race=false \
	-gcflags=crypto/internal/fips140/...=-race=false \
	./...
