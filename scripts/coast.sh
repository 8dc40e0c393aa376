#!/bin/sh
# Makes New Zealand's coastline for the map of clubs, internal/places/coast.txt, from Natural Earth 4.1.0 (1:10m, public
# domain) as the npm package world-atlas has it. Needs npm, tar and the network; the program itself needs none of them.
set -eu
sum=3bc6f1d367a9bcec479841bae0e76092f512838411d0cef124e92eec4db45f79
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent world-atlas@2.0.2 >/dev/null)
tar -xzf "$work"/world-atlas-2.0.2.tgz -C "$work"
echo "$sum  $work/package/countries-10m.json" | sha256sum -c --quiet -
go run scripts/coast.go "$work/package/countries-10m.json" >"$work/coast.txt"
mv "$work/coast.txt" internal/places/coast.txt
