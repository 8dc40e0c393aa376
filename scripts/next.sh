#!/bin/sh
# Builds the version after this one, for tests of upgrades: the same program, whose database has one migration more.
set -eu
to=$(realpath -m "$1")
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/next.sql" <<'SQL'
-- +goose Up
CREATE TABLE of_the_next_version (id {{pk}});
SQL
printf '{"Replace": {"%s/migrations/99999_next.sql": "%s/next.sql"}}' "$(pwd)" "$dir" >"$dir/overlay.json"
go build -overlay "$dir/overlay.json" -o "$to" ./cmd/nzgs
