package migrations

import (
	"io/fs"
	"strconv"
	"testing"
)

// firstInOrder is the number from which there are no gaps: a database that has a migration refuses to take one with a
// lower number afterwards, so that a gap that is filled would keep a society's data from being opened.
const firstInOrder = 136

// earlier is how many files have lower numbers, with gaps between them.
const earlier = 76

func TestNoGapIsFilledAfterwards(t *testing.T) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	next, lower := firstInOrder, 0
	for _, name := range names {
		n, err := strconv.Atoi(name[:5])
		if err != nil {
			t.Fatal(err)
		}
		if n < firstInOrder {
			lower++
			continue
		}
		if n != next {
			t.Errorf("%s: the next number is %05d", name, next)
		}
		next = n + 1
	}
	if lower != earlier || next == firstInOrder {
		t.Errorf("%d files with lower numbers, want %d; the next is %d", lower, earlier, next)
	}
}
