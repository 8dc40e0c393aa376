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
CGO_ENABLED=1 sh scripts/postgres.sh go test -race -timeout 20m ./...
