#!/bin/sh
# Compiles the program for each system that a release is for but this machine's own, and vets what is written for each.
set -eu
cd "$(dirname "$0")/.."
for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
	[ "$target" != "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" ] || continue
	echo "$target"
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go build -o /dev/null ./cmd/nzgs
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} go vet ./internal/machine
done
