package store

// PageIn is the page of a list of total rows, from 1, that is shown where some page is asked for: the last one where
// there are not so many.
func PageIn(asked, size, total int) int {
	return min(max(asked, 1), max(1, (total+size-1)/size))
}

// OffsetIn is the same for a list that is asked for from an offset on.
func OffsetIn(asked, limit, total int) int {
	if asked < total {
		return max(asked, 0)
	}
	return (PageIn(total, limit, total) - 1) * limit
}
