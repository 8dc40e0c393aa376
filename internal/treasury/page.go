package treasury

import "fmt"

// Page is a part of a list; the zero Page is all of it.
type Page struct{ Number, Size int } // the first has the number 1

// Last is the number of the last page of a list.
func (p Page) Last(total int) int {
	if p.Size <= 0 {
		return 1
	}
	return max(1, (total+p.Size-1)/p.Size)
}

// Has reports whether what has so many before it in the list stands on the page.
func (p Page) Has(before int) bool {
	return p.Size <= 0 || before/p.Size == max(p.Number, 1)-1
}

// SQL is the page as a query's end. A page after the last one is the last one.
func (p Page) SQL(total int) string {
	if p.Size <= 0 {
		return ""
	}
	return fmt.Sprintf(" LIMIT %d OFFSET %d", p.Size, (min(max(p.Number, 1), p.Last(total))-1)*p.Size)
}

// of is what of a list stands on the page; of a page after the last one, what stands on the last.
func (p Page) of(all []PaymentID) []PaymentID {
	if p.Size <= 0 {
		return all
	}
	from := (min(max(p.Number, 1), p.Last(len(all))) - 1) * p.Size
	return all[from:min(from+p.Size, len(all))]
}
