package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// Tasks are what waits in the books for who keeps them.
func (s *Desk) Tasks(c echo.Context) ([]kit.Task, error) {
	if !auth.Can(s.Actor(c), auth.KeepBooks, auth.Object{}, s.Today()) {
		return nil, nil
	}
	m, err := s.treasury.Position(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	out, _, err := s.tasks(c, m)
	return out, err
}

// tasks are what waits in the books, and how many lines of the bank are among it.
func (s *Desk) tasks(c echo.Context, m treasury.Position) (out []kit.Task, lines int, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	banks, err := s.booking.Waits(ctx, actor)
	if err != nil {
		return nil, 0, err
	}
	for _, b := range banks {
		lines += b.Lines
		out = append(out, kit.Task{
			Title: kit.Plural(b.Lines, "line of the bank waits", "lines of the bank wait") + " to be booked", Text: b.Bank.Name,
			URL: bankPath, Action: "Book them",
		})
	}
	if m.Overdue.Count > 0 {
		out = append(out, kit.Task{
			Title: kit.Plural(m.Overdue.Count, "invoice is", "invoices are") + " overdue",
			Text:  m.Overdue.Amount.String() + " is still to be paid.", URL: invoicesPath + "?state=overdue", Action: "See them", State: "overdue",
		})
	}
	unused, err := s.treasury.UnusedPayments(ctx, actor)
	for _, u := range unused {
		out = append(out, kit.Task{
			Title: "A subscription was paid for " + u.Year.String() + " and not used: " + u.Amount.String(),
			Text:  "Who paid it resigned or died before it began. Credit it, or keep it with a reason.",
			URL:   kit.PersonURL(u.Person), Action: "Decide",
		})
	}
	return out, lines, err
}

// Waiting is what the treasurer's desk begins with: where the money stands, and what waits in the books.
func (s *Desk) Waiting(c echo.Context) (kit.Overview, error) {
	var out kit.Overview
	ctx, actor := c.Request().Context(), s.Actor(c)
	m, err := s.treasury.Position(ctx, actor)
	if err != nil {
		return out, err
	}
	lines := 0
	if out.Tasks, lines, err = s.tasks(c, m); err != nil {
		return out, err
	}
	since := s.Today().AddDays(-29)
	out.Facts = []kit.Fact{
		{Label: "Came in since " + since.Long(), Value: m.CameIn.Amount.String(), URL: paymentsPath + "?standing=standing&from=" + since.String()},
		{Label: "Owed to us", Value: summed(m.Open), URL: invoicesPath + "?state=owing"},
		{Label: "Overdue", Value: summed(m.Overdue), URL: invoicesPath + "?state=overdue"},
		{Label: "Due in the next 30 days", Value: summed(m.DueSoon), URL: invoicesPath + "?state=soon"},
		{Label: "Paid ahead", Value: m.Credit.String(), URL: paymentsPath + "?standing=credit"},
		{Label: "Bank lines to be booked", Value: count(lines), URL: bankPath},
	}
	out.Graphs, err = s.lately(c)
	return out, err
}

func summed(x treasury.Sum) string {
	if x.Count == 0 {
		return x.Amount.String()
	}
	return x.Amount.String() + " on " + kit.Plural(x.Count, "invoice", "invoices")
}
