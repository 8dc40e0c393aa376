package site

// SitemapsOf has lists of addresses with so many in each.
func SitemapsOf(n int) (back func()) {
	before := mostInSitemap
	mostInSitemap = n
	return func() { mostInSitemap = before }
}
