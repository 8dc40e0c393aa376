#!/bin/sh
# Fuzzes every Fuzz function for FUZZTIME each.
set -eu
cd "$(dirname "$0")/.."
time=${FUZZTIME:-20s}
grep -rl --include='*_test.go' '^func Fuzz' . | sort | while read -r file; do
	dir=$(dirname "$file")
	for f in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file"); do
		echo "== $dir $f"
		go test -run '^$' -fuzz "^$f\$" -fuzztime "$time" "$dir"
	done
done
