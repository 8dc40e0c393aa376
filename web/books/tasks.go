package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// Waiting is what waits in the books: the bank's lines that are not booked, and invoices that are overdue.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	var tasks []kit.Task
	desks, err := s.booking.Desks(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	for _, d := range desks {
		if n := len(d.Lines); n > 0 {
			certain, _ := d.Certain()
			tasks = append(tasks, kit.Task{
				Title: kit.Plural(n, "line of the bank waits", "lines of the bank wait") + " to be booked",
				Text:  "Of these, " + kit.Plural(certain, "line is", "lines are") + " certain.", URL: bankPath, Action: "Book them",
			})
		}
	}
	overdue, err := s.treasury.Invoices(c.Request().Context(), s.Actor(c), treasury.InvoiceFilter{Overdue: true})
	if err != nil || len(overdue) == 0 {
		return tasks, err
	}
	_, _, open := invoiceSums(overdue)
	return append(tasks, kit.Task{
		Title: kit.Plural(len(overdue), "invoice is", "invoices are") + " overdue", Text: open.String() + " is still to be paid.",
		URL: invoicesPath + "?state=overdue", Action: "See them", State: "overdue",
	}), nil
}
