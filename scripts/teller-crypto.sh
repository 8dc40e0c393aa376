#!/bin/sh
# Makes the library with which a teller's browser makes and opens keys, from npm packages
# pinned with their hashes in scripts/teller-crypto/package-lock.json. The same packages
# make the same bytes: without arguments it compares them with the file that is embedded,
# with --write it replaces that file. docs/ballots.md has its SHA-256. Needs npm and the network.
set -eu
cd "$(dirname "$0")/.."
file=web/postal/static/vendor/age-encryption-0.3.1.js

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp scripts/teller-crypto/* "$dir/"
npm ci --silent --ignore-scripts --no-audit --no-fund --prefix "$dir"
(cd "$dir" && node_modules/.bin/esbuild entry.js --bundle --format=iife --global-name=age --charset=utf8 \
	--target=es2022 --legal-comments=inline --log-level=warning \
	--alias:@noble/post-quantum/hybrid.js=./absent.js --alias:@noble/curves/nist.js=./absent.js \
	--banner:js='/* age-encryption 0.3.1 with @noble/ciphers, curves, hashes 2.4.0 and @scure/base 2.4.0: their code,
   put into one file by scripts/teller-crypto.sh. Licences: THIRD_PARTY.md. Not to be edited. */' \
	--outfile=made.js)
if [ "${1-}" = --write ]; then
	mkdir -p "$(dirname "$file")"
	cp "$dir/made.js" "$file"
fi
cmp "$dir/made.js" "$file"
sha256sum "$file"
