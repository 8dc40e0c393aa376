#!/bin/sh
# Has ExcelJS read the workbooks that the program writes. Needs npm and the network.
set -eu
cd "$(dirname "$0")/.."
version=4.4.0

if ! command -v npm >/dev/null 2>&1; then
	sudo=""
	if [ "$(id -u)" -ne 0 ]; then sudo="sudo"; fi
	$sudo apt-get install -y -q --no-install-recommends nodejs npm ||
		{ echo "readers: install Node.js with npm and run it again" >&2; exit 1; }
fi
out=$(pwd)/out/readers
mkdir -p "$out"
npm install --silent --no-audit --no-fund --prefix "$out" "exceljs@$version"
NZGS_NODE_MODULES=$out/node_modules go test -count 1 -run TestOtherProgramsReadOurWorkbooks ./reports
NZGS_NODE_MODULES=$out/node_modules go test -count 1 -run TestEveryWorkbookIsReadByOtherMakers ./web/printed
