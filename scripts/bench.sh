#!/bin/sh
# Measures: the engines by Go's own benchmarks, then the real binary with a
# demonstration and a full-size society. docs/performance.md keeps the figures.
# Only one part: make bench ONLY=engines, ONLY=copies, ONLY=paint, or ONLY=pages.
set -eu
cd "$(dirname "$0")/.."
go build -trimpath -ldflags='-s -w' -o out/nzgs ./cmd/nzgs
go run ./bench -only "${ONLY:-}" -drills "${DRILLS:-3}" "$@"
