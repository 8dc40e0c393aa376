#!/bin/sh
# Runs a command with a PostgreSQL server of its own, in a temporary folder and
# on a socket there instead of a port, and stops it afterwards. The command finds
# its address in NZGS_TEST_POSTGRES. An address that is already set is used.
set -eu

if [ -n "${NZGS_TEST_POSTGRES:-}" ]; then
	exec "$@"
fi

bin=""
for d in /usr/lib/postgresql/*/bin; do
	if [ -x "$d/initdb" ]; then bin=$d; fi
done
if [ -z "$bin" ]; then bin=$(dirname "$(command -v initdb)"); fi

dir=$(mktemp -d)
as=""
if [ "$(id -u)" -eq 0 ]; then # the server refuses to run as root
	chown nobody "$dir"
	as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi
stop() {
	$as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

$as "$bin/initdb" -D "$dir/data" -U nzgs -A trust -E UTF8 --no-sync >"$dir.log" 2>&1 ||
	{ cat "$dir.log" >&2; exit 1; }
rm -f "$dir.log"
$as "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
	-o "-k $dir -c listen_addresses= -c fsync=off -c max_connections=200" start >/dev/null ||
	{ cat "$dir/log" >&2; exit 1; }

NZGS_TEST_POSTGRES="postgres://nzgs@/postgres?host=$dir&sslmode=disable" "$@"
