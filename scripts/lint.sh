#!/bin/sh
# Formatting, vet and staticcheck.
set -eu
unformatted=$(gofmt -s -l $(git ls-files -co --exclude-standard '*.go'))
if [ -n "$unformatted" ]; then
	echo "gofmt -s would change:" >&2
	echo "$unformatted" >&2
	exit 1
fi
go vet ./...
go tool staticcheck ./...
