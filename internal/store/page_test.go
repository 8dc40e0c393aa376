package store_test

import (
	"testing"

	"nzgs/internal/store"
)

func TestPageIn(t *testing.T) {
	for _, tt := range []struct{ asked, size, total, want int }{
		{1, 50, 0, 1}, {0, 50, 10, 1}, {-3, 50, 200, 1}, {2, 50, 50, 1}, {2, 50, 51, 2}, {3, 50, 100, 2}, {1 << 40, 7, 15, 3},
	} {
		if got := store.PageIn(tt.asked, tt.size, tt.total); got != tt.want {
			t.Errorf("page %d of %d rows, %d each: %d, want %d", tt.asked, tt.total, tt.size, got, tt.want)
		}
	}
}

func TestOffsetIn(t *testing.T) {
	for _, tt := range []struct{ asked, limit, total, want int }{
		{0, 10, 0, 0}, {-1, 10, 5, 0}, {1, 10, 2, 1}, {2, 10, 2, 0}, {30, 10, 25, 20}, {20, 10, 20, 10}, {1 << 40, 7, 15, 14},
	} {
		if got := store.OffsetIn(tt.asked, tt.limit, tt.total); got != tt.want {
			t.Errorf("from %d of %d, %d each: %d, want %d", tt.asked, tt.total, tt.limit, got, tt.want)
		}
	}
}
