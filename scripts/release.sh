#!/bin/sh
# A release in out/release (or OUT): programs for each of TARGETS, what each is made of (CycloneDX), the unit, the container
# file and the sums of all. Nothing of the machine, the folder or the time goes in: release-test.sh compares two.
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-out/release}
rm -rf "$out"
mkdir -p "$out"
if [ -n "$(git status --porcelain)" ]; then
	echo "release: commit first, or the programs say that they were changed since" >&2
	[ -n "${DIRTY:-}" ] || exit 1
fi
for target in ${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64}; do
	os=${target%/*} arch=${target#*/}
	name=nzgs-$os-$arch
	[ "$os" != windows ] || name=$name.exe
	GOFLAGS='' CGO_ENABLED=0 GOOS=$os GOARCH=$arch GOAMD64=v1 \
		go build -trimpath -buildvcs=true -ldflags='-s -w -buildid=' -o "$out/$name" ./cmd/nzgs
	go run ./internal/sbom "$out/$name" >"$out/$name.cdx.json"
	if ! grep -q '"go:build:vcs.revision"' "$out/$name.cdx.json"; then
		echo "release: $name does not know its commit: make the release in a clone, not in a worktree" >&2
		exit 1
	fi
done
cp deploy/nzgs.service deploy/Containerfile "$out"
(cd "$out" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
