#!/bin/sh
# Checks that the program and its tests compile for each system that a release is for.
set -eu
cd "$(dirname "$0")/.."
go run ./internal/targets
