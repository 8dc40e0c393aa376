package treasury

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// Statement is the account of a member or a club with the society: what was charged, what was paid, and what is left.
type Statement struct {
	Party       ledger.Party
	Name        string
	Address     string     // of a member, as the register has it; "": none, or a club
	From, Until civil.Date // a zero From has no bound
	Before      money.Cents
	Lines       []StatementLine
	Balance     money.Cents // on the last day; below zero it is the party's
	// As they are today; empty where the statement ends before.
	Open   []Invoice
	Credit money.Cents
	Others money.Cents // what is left of what others paid on this account: it is theirs
}

// StatementLine is a charge, or below zero what lowers it.
type StatementLine struct {
	Day    civil.Date
	Text   string
	Amount money.Cents
}

// StatementOf reads the account of a member or a club from a day to a day: for the officers, the member, and the club's
// secretary. It names no one who paid for another.
func (s *Service) StatementOf(
	ctx context.Context, actor auth.Actor, p ledger.Party, from, until civil.Date,
) (Statement, error) {
	out := Statement{Party: p, From: from, Until: until}
	if err := s.maySee(actor, p); err != nil {
		return out, err
	}
	names, err := PartyNames(ctx, s.db, []ledger.Party{p})
	if err != nil {
		return out, err
	}
	name, known := names[p]
	if !known {
		return out, apperr.New(apperr.NotFound, "No member or club has this account.")
	}
	out.Name = name
	if out.Address, err = s.addressOf(ctx, actor, p); err != nil {
		return out, err
	}
	all, err := accountLines(ctx, s.db, p, until)
	if err != nil {
		return out, err
	}
	for _, l := range all {
		out.Balance += l.Amount
		if l.Day.Before(from) {
			out.Before += l.Amount
			continue
		}
		out.Lines = append(out.Lines, l)
	}
	if until.Before(s.cases.Today()) {
		return out, nil
	}
	list, credit, err := s.InvoicesOf(ctx, actor, p)
	for _, i := range list {
		if i.Open() > 0 {
			out.Open = append(out.Open, i)
		}
	}
	out.Credit, out.Others = credit.Own, credit.Others
	return out, err
}

// addressOf is the address of a member as the register has it, for who may see it.
func (s *Service) addressOf(ctx context.Context, actor auth.Actor, p ledger.Party) (string, error) {
	id := members.PersonID(p.Person)
	if id == 0 || s.cases.Require(actor, auth.ViewContact, auth.Object{Person: id}) != nil {
		return "", nil
	}
	person, err := members.PersonByID(ctx, s.db, id)
	return person.Contact.Address, err
}

// accountLines reads what changed the balance of a party up to a day, in the order of the journal.
func accountLines(ctx context.Context, q store.Queryer, p ledger.Party, until civil.Date) ([]StatementLine, error) {
	column, id := "l.person_id", p.Person
	if p.Club != 0 {
		column, id = "l.club_id", p.Club
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (l StatementLine, err error) {
		var e ledger.Entry
		var receipt ReceiptNo
		var by Payer
		err = s.Scan(&e.ID, &e.Day, &e.Text, &e.Document, &e.DocumentID, store.ZeroNull(&e.Reverses), &receipt.Year, &receipt.No,
			&by.Name, store.ZeroNull(&by.Party.Club), &by.Quiet, &l.Amount)
		l.Day, l.Text = e.Day, onStatement(e, receipt, by.told(p))
		return l, err
	}, `
		SELECT e.id, e.day, e.text, e.document, e.document_id, e.reverses_id, COALESCE(p.receipt_year, 0),
		       COALESCE(p.receipt_no, 0), COALESCE(p.paid_by, ''), p.payer_club_id, COALESCE(p.payer_quiet, FALSE),
		       CAST(SUM(l.cents) AS BIGINT)
		FROM journal_line l
		JOIN journal_entry e ON e.id = l.entry_id
		LEFT JOIN payment p ON e.document = 'payment' AND p.id = e.document_id
		WHERE `+column+` = $1 AND e.day <= $2
		GROUP BY e.id, e.day, e.text, e.document, e.document_id, e.reverses_id, p.receipt_year, p.receipt_no, p.paid_by,
		         p.payer_club_id, p.payer_quiet
		HAVING SUM(l.cents) <> 0
		ORDER BY e.day, e.id`, id, until)
	if err != nil {
		return nil, fmt.Errorf("read an account: %w", err)
	}
	return all, nil
}

// onStatement is what a statement says of an entry. The journal’s own text of a payment names who paid it, and of a refund
// who got it: neither is for whoever was paid for. The reason of a reversal may name who paid, and is left out where whoever
// was paid for is not told.
func onStatement(e ledger.Entry, receipt ReceiptNo, told bool) string {
	switch {
	case e.Document == ledger.OfPayment && receipt.No != 0:
		return "Payment, receipt " + receipt.String()
	case e.Document == ledger.OfPayment && !told:
		text, _, _ := strings.Cut(e.Text, ":")
		return text // a reversal
	case e.Document == ledger.OfPayment:
		return e.Text // a reversal, with its reason
	case e.Document == ledger.OfPaymentOut && e.Reverses != 0:
		return "Paid back, undone"
	case e.Document == ledger.OfPaymentOut:
		return "Paid back"
	case e.Document == ledger.OfTransfer && e.DocumentID < 0:
		return "Two records of the register were separated"
	case e.Document == ledger.OfInvoice, e.Document == ledger.OfCredit, e.Document == ledger.OfTransfer:
		return e.Text
	}
	return e.Document.Label()
}
