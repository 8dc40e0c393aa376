package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// InvoiceID names an invoice.
type InvoiceID int64

// Source is what made an invoice.
type Source string

// The sources.
const (
	FromReturn       Source = "return"
	FromSubscription Source = "subscription" // that was paid at once
	FromHand         Source = "hand"
)

// InvoiceLine is a thing to pay.
type InvoiceLine struct {
	Text    string
	Amount  money.Cents
	Account ledger.Code // of income
	Tag     string      // a project or event, or ""
}

// Invoice is what a member or a club is asked to pay.
type Invoice struct {
	ID         InvoiceID
	Number     ledger.InvoiceNo
	Party      ledger.Party
	Name       string // of the party
	Day        civil.Date
	Due        civil.Date
	Text       string
	Source     Source
	SourceID   int64
	Lines      []InvoiceLine // of one that is read by itself
	Total      money.Cents
	Credited   money.Cents // credits and waivers
	WrittenOff money.Cents
	Paid       money.Cents // by payments that stand
	NoMore     bool        // of a fee whose event is cancelled: what was paid stands, and nothing more is asked
}

// Open is what is still to pay.
func (i Invoice) Open() money.Cents { return i.Total - i.Credited - i.WrittenOff - i.Paid }

// InvoiceState is how far an invoice has come.
type InvoiceState string

// The states.
const (
	InvoiceOpen       InvoiceState = "open"
	InvoicePartPaid   InvoiceState = "part_paid"
	InvoicePaid       InvoiceState = "paid"
	InvoiceCredited   InvoiceState = "credited"
	InvoiceWrittenOff InvoiceState = "written_off"
)

// InvoiceStates lists the states in their order.
var InvoiceStates = []InvoiceState{InvoiceOpen, InvoicePartPaid, InvoicePaid, InvoiceCredited, InvoiceWrittenOff}

// Label is the state as people read it.
func (s InvoiceState) Label() string {
	switch s {
	case InvoiceOpen:
		return "Open"
	case InvoicePartPaid:
		return "Part paid"
	case InvoicePaid:
		return "Paid"
	case InvoiceCredited:
		return "Credited"
	case InvoiceWrittenOff:
		return "Written off"
	}
	return string(s)
}

// State is how far the invoice has come.
func (i Invoice) State() InvoiceState {
	switch {
	case i.Open() > 0 && i.Paid > 0:
		return InvoicePartPaid
	case i.Open() > 0:
		return InvoiceOpen
	case i.WrittenOff > 0:
		return InvoiceWrittenOff
	case i.Paid == 0:
		return InvoiceCredited
	}
	return InvoicePaid
}

// Overdue reports whether something is still to pay after the due day.
func (i Invoice) Overdue(today civil.Date) bool { return i.Open() > 0 && i.Due.Before(today) }

// InvoiceInput is an invoice to be made. Its fields are party, due, text, and line_1, amount_1, account_1 and so on.
type InvoiceInput struct {
	Party ledger.Party
	Due   civil.Date
	Text  string
	Lines []InvoiceLine
	Tag   string
}

const (
	maxLines = 20
	maxTitle = 120
	// DaysToPay is how long an invoice gives when it says nothing else.
	DaysToPay = 30
)

func (in InvoiceInput) check(ctx context.Context, q store.Queryer, today civil.Date) (apperr.Fields, error) {
	var f apperr.Fields
	names, err := PartyNames(ctx, q, []ledger.Party{in.Party})
	if err != nil {
		return nil, err
	}
	if names[in.Party] == "" {
		f.Add("party", "Choose the member or the club that is asked to pay.")
	}
	checkText(&f, "text", in.Text, maxTitle, "Say what the invoice is for.")
	switch {
	case in.Due.IsZero():
		f.Add("due", "Enter the day by which it is to be paid.")
	case in.Due.Before(today), in.Due.After(today.AddMonths(24)):
		f.Add("due", "Enter a day from today on, within two years.")
	}
	accounts, err := Accounts(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(in.Lines) == 0 {
		f.Add("line_1", "Enter at least one thing to pay.")
	}
	var total money.Cents
	for n, l := range in.Lines {
		field := func(name string) string { return fmt.Sprintf("%s_%d", name, n+1) }
		checkText(&f, field("line"), l.Text, maxTitle, "Say what this is for.")
		checkAmount(&f, field("amount"), l.Amount)
		if a := chooseAccount(&f, field("account"), l.Account, accounts); a.Code != "" && !takesInvoices(a) &&
			!f.Has(field("account")) {
			f.Add(field("account"), "Choose an account of income.")
		}
		total += l.Amount
	}
	if total > money.MaxInput && !f.Has("amount_1") {
		f.Add("amount_1", "The invoice is above the largest amount, %s.", money.MaxInput)
	}
	checkText(&f, "tag", in.Tag, maxTag, "")
	return f, nil
}

// takesInvoices reports whether an invoice may be for the account: income, or what was owed when the books began.
func takesInvoices(a ledger.Account) bool {
	return a.Kind == ledger.Income && a.Code != ledger.FeesWaived || a.Code == ledger.Funds
}

// MakeInvoice makes an invoice by hand. What the party has as credit settles it at once.
func (s *Service) MakeInvoice(ctx context.Context, actor auth.Actor, in InvoiceInput) (InvoiceID, error) {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Text, in.Tag = tidy(in.Text), tidy(in.Tag)
	for i := range in.Lines {
		in.Lines[i].Text = tidy(in.Lines[i].Text)
		in.Lines[i].Tag = in.Tag
	}
	var id InvoiceID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		f, err := in.check(ctx, tx, s.cases.Today())
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return nil, err
		}
		i, issued, err := issue(ctx, tx, permit, Invoice{
			Party: in.Party, Day: s.cases.Today(), Due: in.Due, Text: in.Text, Source: FromHand, Lines: in.Lines,
		})
		if err != nil {
			return nil, err
		}
		id = i.ID
		settled, err := takeCredit(ctx, tx, permit, i, using{})
		return issued.Then(settled), err
	})
	return id, err
}

// issue keeps and books an invoice within tx.
func issue(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice) (Invoice, *usecase.Entry, error) {
	year := permit.Now().Date().Year()
	no, err := nextNumber(ctx, tx, seriesInvoice, year)
	if err != nil {
		return i, nil, err
	}
	i.Number = ledger.InvoiceNo{Year: year, No: no}
	if i.Day, err = OpenDay(ctx, tx, i.Day); err != nil {
		return i, nil, err
	}
	i.Due = civil.Later(i.Due, i.Day)
	if i.ID, err = insertInvoice(ctx, tx, permit, i); err != nil {
		return i, nil, err
	}
	e := ledger.Entry{
		Day: i.Day, Text: i.Number.String() + ": " + i.Text, Document: ledger.OfInvoice, DocumentID: int64(i.ID),
	}
	for _, l := range i.Lines {
		i.Total += l.Amount
		e.Lines = append(e.Lines, ledger.Line{Account: l.Account, Amount: -l.Amount, Tag: l.Tag})
	}
	e.Lines = append([]ledger.Line{{Account: i.Party.Owes(), Amount: i.Total, Party: i.Party}}, e.Lines...)
	booked, err := Book(ctx, tx, permit, e)
	if err != nil {
		return i, nil, err
	}
	return i, permit.Did("make.invoice", "invoice", int64(i.ID), nil, map[string]any{
		"number": i.Number.String(), "person": i.Party.Person, "club": i.Party.Club, "total": i.Total, "due": i.Due,
		"source": i.Source, "source_id": i.SourceID,
	}).Then(booked), nil
}

// CreditKind is why an invoice is lowered.
type CreditKind string

// The kinds of credits.
const (
	Credited CreditKind = "credit"
	Waived   CreditKind = "waiver"
	WriteOff CreditKind = "written_off"
)

// Label is the kind as people read it.
func (k CreditKind) Label() string {
	switch k {
	case Waived:
		return "Waived"
	case WriteOff:
		return "Written off"
	}
	return "Credited"
}

// Credit lowers an invoice.
type Credit struct {
	ID      int64
	Number  int
	Year    int
	Invoice InvoiceID
	Kind    CreditKind
	Amount  money.Cents
	Account ledger.Code
	Day     civil.Date
	Reason  string
	Row     int64 // of a club's list, whose fee was waived; or 0
	OfFee   bool  // of an entry fee or an order, of which less was asked; else it was the treasurer

	Undone    civil.Date // since when it no longer counts; zero: it counts
	UndoneWhy string
}

// No is "C-2026-0017".
func (c Credit) No() string { return fmt.Sprintf("C-%d-%04d", c.Year, c.Number) }

// CreditInput lowers an invoice by hand. Its fields are kind, amount and reason.
type CreditInput struct {
	Invoice InvoiceID
	Kind    CreditKind
	Amount  money.Cents
	Reason  string
}

// CreditIn lowers an invoice within tx, with the reason. A credit may lower what was paid already: that settles what else those
// owe who paid it, and what is left is their credit; package clubs sees to it. What is written off is at most what is open. The
// fee of a club's list is waived row by row on the list.
func CreditIn(ctx context.Context, tx *store.Tx, permit usecase.Permit, in CreditInput) (*usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	in.Reason = tidy(in.Reason)
	i, err := invoiceByID(ctx, tx, in.Invoice)
	if err != nil {
		return nil, err
	}
	if i.Source == FromReturn {
		return nil, apperr.New(
			apperr.Invalid, "This is the fee of a club’s list. Waive it on the list, row by row: whether the club is "+
				"affiliated rests on it (rule 2.3).",
		)
	}
	if err := in.check(i).Err(); err != nil {
		return nil, err
	}
	return creditAndSettle(ctx, tx, permit, i, Credit{
		Kind: in.Kind, Amount: in.Amount, Reason: in.Reason, Day: permit.Now().Date(), Account: creditAccount(i, in.Kind),
		OfFee: i.NoMore && in.Kind == Credited, // what was paid is given back: it is asked again if the event takes place
	})
}

func (in CreditInput) check(i Invoice) (f apperr.Fields) {
	most := i.Total - i.Credited - i.WrittenOff
	if in.Kind == WriteOff || in.Kind == Waived {
		most = i.Open()
	}
	if in.Kind != Credited && in.Kind != WriteOff && in.Kind != Waived {
		f.Add("kind", "Choose what is done.")
	}
	checkAmount(&f, "amount", in.Amount)
	if !f.Has("amount") && in.Amount > most {
		f.Add("amount", "At most %s can be taken off this invoice.", most)
	}
	checkText(&f, "reason", in.Reason, maxText, "Say why.")
	return f
}

// creditAccount is where a credit is counted: against the income, or as a waiver or a debt written off.
func creditAccount(i Invoice, kind CreditKind) ledger.Code {
	switch kind {
	case Waived:
		return ledger.FeesWaived
	case WriteOff:
		return ledger.WrittenOff
	}
	return i.Lines[0].Account
}

// credit lowers an invoice within tx. What of it was paid beyond the rest goes back to the payers' credit.
func credit(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, c Credit) (*usecase.Entry, error) {
	c.Year = permit.Now().Date().Year()
	var err error
	if c.Number, err = nextNumber(ctx, tx, seriesCredit, c.Year); err != nil {
		return nil, err
	}
	if c.Day, err = OpenDay(ctx, tx, c.Day); err != nil {
		return nil, err
	}
	c.Invoice = i.ID
	if c.ID, err = insertCredit(ctx, tx, permit, c); err != nil {
		return nil, err
	}
	booked, err := Book(ctx, tx, permit, ledger.Entry{
		Day: c.Day, Text: fmt.Sprintf("%s on %s: %s", c.No(), i.Number, c.Reason), Document: ledger.OfCredit,
		DocumentID: c.ID, Lines: []ledger.Line{
			{Account: c.Account, Amount: c.Amount}, {Account: i.Party.Owes(), Amount: -c.Amount, Party: i.Party},
		},
	})
	if err != nil {
		return nil, err
	}
	freed, err := freeExcess(ctx, tx, permit, i.ID)
	if err != nil {
		return nil, err
	}
	followed, err := followAsked(ctx, tx, permit, i.ID)
	if err != nil {
		return nil, err
	}
	freed = freed.Then(followed)
	return permit.Did("credit.invoice", "invoice", int64(i.ID), nil, map[string]any{
		"number": c.No(), "kind": c.Kind, "amount": c.Amount, "reason": c.Reason, "row": c.Row,
	}).Then(booked).Then(freed), nil
}

// InvoiceFile is an invoice with what happened to it.
type InvoiceFile struct {
	Invoice
	Credits     []Credit
	Settlements []Settlement
}

// Invoice reads one invoice, for the officers and for the member it is about.
func (s *Service) Invoice(ctx context.Context, actor auth.Actor, id InvoiceID) (InvoiceFile, error) {
	if !actor.SignedIn() {
		return InvoiceFile{}, apperr.New(apperr.SignIn, "Sign in to see this invoice.")
	}
	i, err := invoiceByID(ctx, s.db, id)
	if err != nil {
		return InvoiceFile{}, err
	}
	if err := s.maySee(actor, i.Party); err != nil {
		return InvoiceFile{}, err
	}
	out := InvoiceFile{Invoice: i}
	if out.Credits, err = creditsOf(ctx, s.db, id); err != nil {
		return out, err
	}
	if out.Settlements, err = settlements(ctx, s.db, "a.invoice_id", int64(id)); err != nil {
		return out, err
	}
	return out, s.namePayers(ctx, actor, out.Settlements)
}

// maySee refuses whoever may not see what a party owes: officers, the member, the club's secretary may.
func (s *Service) maySee(actor auth.Actor, p ledger.Party) error {
	if p.Club != 0 {
		return s.cases.Require(actor, auth.ViewClubDesk, auth.Object{Club: auth.ClubID(p.Club)})
	}
	return s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: members.PersonID(p.Person)})
}

// EachInvoice is the invoices for a file, the newest first. Pages of the filter are ignored.
func (s *Service) EachInvoice(ctx context.Context, actor auth.Actor, f InvoiceFilter) (Each[Invoice], error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	f.today = s.cases.Today()
	return func(take func(Invoice) error) error { return eachInvoice(ctx, s.db, f, "", take) }, nil
}

// AccountPage is a page of what a member or a club was asked to pay, the newest first, and the credit they have.
func (s *Service) AccountPage(
	ctx context.Context, actor auth.Actor, p ledger.Party, page Page,
) (list InvoiceList, credit CreditHeld, err error) {
	if err := s.maySee(actor, p); err != nil {
		return list, credit, err
	}
	if list, err = invoiceList(ctx, s.db, InvoiceFilter{Party: p, Page: page}); err != nil {
		return list, credit, err
	}
	credit, err = creditOf(ctx, s.db, p)
	return list, credit, err
}

// InvoicesOf lists what a member or a club was asked to pay, the newest first, and the credit they have.
func (s *Service) InvoicesOf(ctx context.Context, actor auth.Actor, p ledger.Party) ([]Invoice, CreditHeld, error) {
	if err := s.maySee(actor, p); err != nil {
		return nil, CreditHeld{}, err
	}
	list, err := invoices(ctx, s.db, InvoiceFilter{Party: p})
	if err != nil {
		return nil, CreditHeld{}, err
	}
	credit, err := creditOf(ctx, s.db, p)
	return list, credit, err
}
