package kit

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"
)

// PageNumber is the page of a list that the URL asks for, 1 at least.
func PageNumber(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

// PagerOf leads through a list of total lines. Its links keep the rest of the
// URL. Where there are not so many pages it stands at the last one, which lists show then.
func PagerOf(number, per, total int, at *url.URL) Pager {
	last := max(1, (total+per-1)/per)
	number = min(number, last)
	to := func(n int) string {
		q := at.Query()
		q.Set("page", strconv.Itoa(n))
		if n == 1 {
			q.Del("page")
		}
		if len(q) == 0 {
			return at.Path
		}
		return at.Path + "?" + q.Encode()
	}
	p := Pager{}
	if total == 0 {
		return p
	}
	p.Summary = fmt.Sprintf("%d–%d of %d", (number-1)*per+1, min(number*per, total), total)
	if number > 1 {
		p.Prev = to(number - 1)
	}
	if number < last {
		p.Next = to(number + 1)
	}
	gap := false
	for n := 1; n <= last; n++ {
		if n != 1 && n != last && (n < number-2 || n > number+2) {
			if !gap {
				p.Pages = append(p.Pages, NavItem{Label: "…"})
			}
			gap = true
			continue
		}
		gap = false
		p.Pages = append(p.Pages, NavItem{Label: strconv.Itoa(n), URL: to(n), Current: n == number})
	}
	return p
}

// PageOf are the rows of a page, of the last one where there are not so many.
func PageOf[T any](rows []T, number, size int) []T {
	last := max(1, (len(rows)+size-1)/size)
	from := (min(max(number, 1), last) - 1) * size
	return rows[from:min(from+size, len(rows))]
}

// Paged are the rows of the page that the address asks for, with what leads to the others; nothing does where all of them
// fit.
func Paged[T any](c echo.Context, rows []T, size int) ([]T, *Pager) {
	if len(rows) <= size {
		return rows, nil
	}
	number := PageNumber(c)
	pager := PagerOf(number, size, len(rows), c.Request().URL)
	return PageOf(rows, number, size), &pager
}

// Exports are links to what a page shows, as files: pairs of a label and the
// ending of the address.
func Exports(c echo.Context, pairs ...string) []Link {
	var links []Link
	at := c.Request().URL
	for i := 0; i+1 < len(pairs); i += 2 {
		to := at.Path + pairs[i+1]
		if at.RawQuery != "" {
			to += "?" + at.RawQuery
		}
		links = append(links, Link{Label: pairs[i], URL: to})
	}
	return links
}

// WithQuery is path with the query of the page at.
func WithQuery(path string, at *url.URL) string {
	if at.RawQuery == "" {
		return path
	}
	return path + "?" + at.RawQuery
}
