#!/bin/sh
# Installs what the tests need beyond Go: a browser, PostgreSQL, PgBouncer, pdftotext and
# pdftoppm, hledger, ledger, openpyxl, zbarimg, icalendar, fonts for pages in Chinese, Japanese and Korean, and a C compiler
# for the race detector. On a machine without apt it only says what is missing.
set -eu

missing=""
need() { # need PACKAGE COMMAND...: PACKAGE is missing when none of the commands is there
	package=$1
	shift
	for c in "$@"; do
		if command -v "$c" >/dev/null 2>&1; then
			return
		fi
	done
	missing="$missing $package"
}

need chromium chromium chromium-browser google-chrome
need hledger hledger
need ledger ledger
need poppler-utils pdftoppm
need zbar-tools zbarimg
need gcc gcc cc
need pgbouncer pgbouncer /usr/sbin/pgbouncer
if ! /usr/bin/python3 -c "import openpyxl" >/dev/null 2>&1; then missing="$missing python3-openpyxl"; fi
if ! /usr/bin/python3 -c "import icalendar" >/dev/null 2>&1; then missing="$missing python3-icalendar"; fi
if [ ! -e /usr/include/stdlib.h ]; then missing="$missing libc6-dev"; fi
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null 2>&1; then
	missing="$missing postgresql"
fi
if ! ls /usr/share/fonts/opentype/noto/NotoSansCJK* >/dev/null 2>&1 && ! ls /usr/share/fonts/truetype/droid/* >/dev/null 2>&1 && ! ls /usr/share/fonts-droid-fallback/truetype/* >/dev/null 2>&1; then
	missing="$missing fonts-droid-fallback"
fi
if ! ls /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf >/dev/null 2>&1; then
	missing="$missing fonts-dejavu-core"
fi

if [ -z "$missing" ]; then
	exit 0
fi
echo "test-deps: missing:$missing"
if ! command -v apt-get >/dev/null 2>&1; then
	echo "test-deps: this machine has no apt-get; install the packages above by hand and run make test again" >&2
	exit 1
fi
sudo=""
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null 2>&1; then
		echo "test-deps: run as root, or install the packages above by hand: apt-get install$missing" >&2
		exit 1
	fi
	sudo="sudo"
fi
$sudo apt-get update -q
# shellcheck disable=SC2086 # a list of package names
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing || {
	echo "test-deps: apt-get could not install$missing; see its message above" >&2
	exit 1
}
