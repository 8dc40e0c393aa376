#!/bin/sh
# Lists the conditions of a package that no test of it misses when they are
# taken away, within WITHIN (default 8m): sh scripts/mutate.sh ./internal/clubs
set -eu
cd "$(dirname "$0")/.."
if [ -z "${1:-}" ]; then
	echo "name a package: make mutate PKG=./internal/clubs" >&2
	exit 2
fi
exec go run ./internal/mutate -within "${WITHIN:-8m}" "$1"
