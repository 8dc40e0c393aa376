package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/treasury/ledger"
	"nzgs/reports"
	"nzgs/web/kit"
)

// statementMonths is how many months a statement has that no one asked for other days of.
const statementMonths = 12

// statementLinks lead to the statement of a member or a club: of the last twelve months, and of all.
func statementLinks(at string) []kit.Link {
	return []kit.Link{
		{Label: "Statement of account, PDF", URL: at, Kind: "secondary"},
		{Label: "All years", URL: at + "?since=all", Kind: "secondary"},
	}
}

func statementURL(p ledger.Party) string {
	if p.Club != 0 {
		return kit.ClubStatementURL(p.Club)
	}
	return kit.PersonStatementURL(p.Person)
}

// personStatement prints the account of a member, for the officers and for the member.
func (s *Desk) personStatement(c echo.Context) error {
	id, err := kit.PathID[int64](c, "id")
	if err != nil {
		return err
	}
	return s.statement(c, ledger.Party{Person: id})
}

// clubStatement prints the account of a club, for the officers and for its secretary.
func (s *Desk) clubStatement(c echo.Context) error {
	id, err := kit.PathID[int64](c, "id")
	if err != nil {
		return err
	}
	return s.statement(c, ledger.Party{Club: id})
}

func (s *Desk) statement(c echo.Context, party ledger.Party) error {
	from, until, err := s.statementDays(c)
	if err != nil {
		return err
	}
	st, err := s.treasury.StatementOf(c.Request().Context(), s.Actor(c), party, from, until)
	if err != nil {
		return err
	}
	out := reports.Statement{
		To: st.Name, From: st.From, Until: st.Until, Before: st.Before, Credit: st.Credit, Others: st.Others, HowToPay: !until.Before(s.Today()),
		Address: st.Address,
	}
	if out.Account, err = s.treasury.PayInto(c.Request().Context()); err != nil {
		return err
	}
	for _, l := range st.Lines {
		out.Lines = append(out.Lines, reports.StatementLine(l))
	}
	for _, i := range st.Open {
		out.Open = append(out.Open, reports.OpenInvoice{
			Number: i.Number.String(), Reference: i.Number.Reference(), For: i.Text, Due: i.Due, Open: i.Open(),
		})
	}
	return kit.SendPrint(c, s.FileName("statement of account", st.Name, until), s.Press().StatementPDF, out)
}

// statementDays are the days that were asked for: up to today and of twelve months where no one said others.
func (s *Desk) statementDays(c echo.Context) (from, until civil.Date, err error) {
	in := kit.Asked(c)
	from, until, problem := between(in)
	if until.IsZero() || until.After(s.Today()) {
		until = s.Today()
	}
	if problem != "" || until.Before(from) {
		return from, until, apperr.New(
			apperr.Invalid, "Ask for a statement from a day to a later one, up to today, as from=2026-07-01&until=2026-12-31.",
		)
	}
	if from.IsZero() && in.Text("since") != "all" {
		from = until.AddMonths(-statementMonths).AddDays(1)
	}
	return from, until, nil
}
