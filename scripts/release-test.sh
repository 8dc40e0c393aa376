#!/bin/sh
# Makes the release of TARGETS (default: this machine's) twice, the second time in another folder and without what was kept
# of the first, and compares the bytes.
set -eu
cd "$(dirname "$0")/.."
TARGETS=${TARGETS:-$(go env GOOS)/$(go env GOARCH)}
export TARGETS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/here"
git clone -q . "$work/elsewhere"
(cd "$work/here" && OUT="$work/one" sh scripts/release.sh >/dev/null)
(cd "$work/elsewhere" && GOCACHE="$work/cache" OUT="$work/two" sh scripts/release.sh >/dev/null)
cmp "$work/one/SHA256SUMS" "$work/two/SHA256SUMS"
cat "$work/one/SHA256SUMS"
