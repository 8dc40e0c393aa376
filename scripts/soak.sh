#!/bin/sh
# A society lives for an hour, or for FOR: everybody reads, officers change things,
# viewers look on, backups are made, one of two copies of the program is restarted
# again and again. What the other one takes is printed slice by slice. With
# ON=sqlite there is one copy, with a file.
set -eu
cd "$(dirname "$0")/.."
database=${NZGS_TEST_POSTGRES:-}
if [ "${ON:-}" = sqlite ]; then database=""; fi
go build -trimpath -ldflags='-s -w' -o out/nzgs ./cmd/nzgs
go run ./bench -only soak -soak "${FOR:-1h}" -database "$database"
