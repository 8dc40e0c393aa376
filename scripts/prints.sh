#!/bin/sh
# Every print and sheet in out/prints: from the demonstration, from a society whose people have names that are hard to
# print, from events and societies of no one to four hundred, and the others from samples, with a page of pictures in each
# folder.
set -eu
cd "$(dirname "$0")/.."
out=$(pwd)/out/prints
mkdir -p "$out/samples"
go test -count 1 -run 'TestPDFsAreTheSameEachTime|TestMeetingPrintsAreTheSameEachTime|TestPostalPrints|TestHardNamesAreReadBack' ./reports -keep "$out/samples"
NZGS_PRINTS=$out go test -count 1 -run 'TestEveryPrintIsMade|TestPrintsOfEverySize' ./web/printed
echo "look at index.html in each folder of $out"
