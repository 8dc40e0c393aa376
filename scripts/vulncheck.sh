#!/bin/sh
# Known vulnerabilities of Go and of the modules that the program calls. Needs the
# module proxy and https://vuln.go.dev, or a copy of that database:
#
#   VULNDB=file:///srv/vulndb make vulncheck
set -eu
cd "$(dirname "$0")/.."
# shellcheck disable=SC2086 # no database named, no flag
exec go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ${VULNDB:+-db "$VULNDB"} ./...
