#!/bin/sh
# Pictures of every kind of page, light and dark, on a desk and on a phone, in
# out/pictures: for whoever wants to look at what changed.
set -eu
cd "$(dirname "$0")/.."
mkdir -p out/pictures
NZGS_PICTURES=$(pwd)/out/pictures go test -count 1 -run 'TestEveryPageIsAccessible' ./e2e
ls out/pictures | wc -l
