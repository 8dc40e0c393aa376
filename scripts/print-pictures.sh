#!/bin/sh
# A small picture of each print in docs/prints, for docs/style.md: the first page, from what `make prints` wrote. The same
# prints give the same pictures.
set -eu
cd "$(dirname "$0")/.."
from=out/prints
to=docs/prints
mkdir -p "$to"
rm -f "$to"/*.png # not those of before, in a folder of their own
picture() { # what it is called, and the file
	pdftoppm -r 36 -gray -png -singlefile -f 1 -l 1 "$2" "$to/$1"
}
first() { # of the files of that pattern
	for file in "$from"/demonstration/$1; do
		echo "$file"
		return
	done
}
for file in "$from"/samples/*.pdf; do
	case $(basename "$file" .pdf) in
	names | large-bracket | address-labels-plain | address-labels-L7163 | listing) ;; # shown by another
	*) picture "$(basename "$file" .pdf)" "$file" ;;
	esac
done
while read -r name pattern; do picture "$name" "$(first "$pattern")"; done <<END
crosstable *open-crosstable.pdf
players *open-players.pdf
round-with-results *with-results.pdf
check-in *check-in.pdf
check-in-by-section *by-section.pdf
game-record *record.pdf
prize-list *prizes-list.pdf
rating-list *-ratings.pdf
rating-sheet *-ratings-events-*.pdf
rating-changes *desk-changes.pdf
points *-points.pdf
points-by-year *points-history.pdf
points-account *account.pdf
champions *-titles.pdf
title-certificate *awards-1-certificate.pdf
diplomas *-diplomas.pdf
diploma *diploma.pdf
register *members.pdf
register-by-the-act *members-register.pdf
receipt *books-payments-1-receipt.pdf
invoice *invoice.pdf
statement *statement.pdf
year-accounts *books-year.pdf
nomination *nomination.pdf
payment-out *approval.pdf
seal-register *committee-seal.pdf
END
du -sh "$to"
