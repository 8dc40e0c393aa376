#!/bin/sh
# Measures: the engines by Go's own benchmarks, then the real binary with a
# demonstration and a full-size society. docs/performance.md keeps the figures.
set -eu
cd "$(dirname "$0")/.."
echo "## Engines (medians of 5)"
go test -run '^$' -bench . -benchmem -count 5 ./internal/pairing/... ./internal/ratings/... 2>/dev/null | grep -E '^(Benchmark|pkg|cpu)' || true
echo
echo "## The binary"
go build -trimpath -ldflags='-s -w' -o out/nzgs ./cmd/nzgs
go run ./bench "$@"
