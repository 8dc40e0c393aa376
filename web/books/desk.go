// Package books is the desk of the treasurer's books: payments, invoices, the bank's lines, the journal and the accounts of
// a year.
package books

import (
	"embed"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// Desk answers the pages of the books.
type Desk struct {
	*kit.Site
	treasury  *treasury.Service
	clubs     *clubs.Service
	booking   *booking.Service
	committee *committee.Service
	meetings  *meetings.Service
	drawn     drawn
}

// Services are what the desk asks.
type Services struct {
	Treasury  *treasury.Service
	Clubs     *clubs.Service
	Booking   *booking.Service
	Committee *committee.Service
	Meetings  *meetings.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, treasury: s.Treasury, clubs: s.Clubs, booking: s.Booking, committee: s.Committee, meetings: s.Meetings,
	}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// The addresses of the desk.
const (
	paymentsPath = kit.BooksPath + "/payments"
	invoicesPath = kit.BooksPath + "/invoices"
	journalPath  = kit.BooksPath + "/journal"
	accountsPath = kit.BooksPath + "/accounts"
)

var (
	treasurerCrumb = kit.Crumb{Label: "Treasurer", URL: "/treasurer"}
	paymentsCrumb  = kit.Crumb{Label: "Payments", URL: paymentsPath}
	invoicesCrumb  = kit.Crumb{Label: "Invoices", URL: invoicesPath}
	journalCrumb   = kit.Crumb{Label: "Journal", URL: journalPath}
	accountsCrumb  = kit.Crumb{Label: "Accounts", URL: accountsPath}
)

// keeps reports whether the reader keeps the books; others only read them.
func (s *Desk) keeps(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.KeepBooks, auth.Object{}, s.Today())
}

// partyURL is the page of a member or a club.
func partyURL(p ledger.Party) string {
	switch {
	case p.Club != 0:
		return kit.ClubDeskURL(p.Club)
	case p.Person != 0:
		return kit.PersonURL(p.Person)
	}
	return ""
}

// between reads the days from and until of a list's filters; what cannot be read is a problem.
func between(in *kit.Filling) (from, until civil.Date, problem string) {
	from, until = in.Day("from"), in.Day("until")
	if in.Refusal(nil) != nil {
		problem = "A day could not be read, so all days are shown. Write it like 1 July 2026."
	}
	return from, until, problem
}

func dayFilter(in *kit.Filling, name, label string) kit.Field {
	return kit.Field{ID: name, Name: name, Label: label, Type: "date", Value: in.Text(name)}
}

// choice is a select of a filter or a form.
func choice(name, label, chosen string, options ...kit.Option) kit.Field {
	f := kit.Field{ID: name, Name: name, Label: label, Type: "select"}
	for _, o := range options {
		o.Selected = o.Value == chosen
		f.Options = append(f.Options, o)
	}
	return f
}

// invoiceURL is the page of an invoice.
func invoiceURL(id treasury.InvoiceID, part ...string) string {
	return kit.Below(invoicesPath, id, part...)
}

func paymentURL(id treasury.PaymentID, part ...string) string {
	return kit.Below(paymentsPath, id, part...)
}

func count(n int) string { return strconv.Itoa(n) }
