package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/letters"
	"nzgs/internal/mail"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
	"nzgs/internal/treasury/ledger"
)

// The indexes of two officers among the people.
const (
	treasurerSeat = 1
	secretarySeat = 4
)

// addBooks gives the treasurer a closed year, and open work in this one: an overdue invoice, one that is part paid, a
// credit whose refund waits for a second officer, lines of the bank, a letter that came back.
func (g *generator) addBooks() error {
	if !g.plan.Live {
		return nil
	}
	current := g.rules.YearOf(g.today)
	adopted := civil.On(int(current), time.January, 3) // the AGM that set the rate of this year
	g.at(adopted.AddDays(9), 19)
	if err := g.treasury.LockBooks(g.ctx, g.actor, treasury.LockInput{
		Until: g.rules.First(current - 1).AddDays(-1), Why: treasury.YearClosed, Note: "AGM of " + adopted.Long() + ", motion 2",
	}); err != nil {
		return err
	}
	for _, day := range []civil.Date{g.rules.First(current - 1).AddDays(95), g.today.AddDays(-60)} {
		if err := g.payOut(day, "Hosting of the website, a year", 18000, "5300"); err != nil {
			return err
		}
	}
	alone := g.alone(3)
	if len(alone) < 3 {
		return nil
	}
	number, err := g.bankNumber()
	if err != nil {
		return err
	}
	late, err := g.bookOrder(alone[0], 50, 3750)
	if err != nil {
		return err
	}
	part, err := g.bookOrder(alone[1], 25, 6400)
	if err != nil {
		return err
	}
	aunt := treasury.Payer{Name: "Ngaio Fernleaf", Email: "ngaio@mail.example"}
	for _, p := range []struct {
		from   int
		amount money.Cents
		days   int
		by     treasury.Payer
	}{{alone[1], 3000, 12, aunt}, {alone[2], 2500, 10, treasury.Payer{}}} { // a part of the order, and what no one asked for
		day := g.at(g.today.AddDays(-p.days), 18)
		if _, err := g.clubs.Take(g.ctx, g.actor, treasury.ReceiveInput{
			Party: ledger.Party{Person: int64(g.people[p.from].id)}, Amount: p.amount, ReceivedOn: day, Method: treasury.Bank, PaidBy: p.by,
		}); err != nil {
			return err
		}
	}
	if err := g.askRefund(alone[2], 2500); err != nil {
		return err
	}
	if err := g.remind(late); err != nil {
		return err
	}
	return g.takeBankFile(number, part)
}

// alone are the first people who are members this year without a club.
func (g *generator) alone(n int) (out []int) {
	for i, p := range g.people {
		if p.club == noClub && p.until == g.rules.YearOf(g.today) && p.from < p.until && len(out) < n {
			out = append(out, i)
		}
	}
	return out
}

// bankNumber enters the number of the society's account.
func (g *generator) bankNumber() (treasury.BankAccount, error) {
	all, err := g.treasury.BankAccounts(g.ctx, g.actor)
	if err != nil {
		return treasury.BankAccount{}, err
	}
	if err := g.treasury.SetBankNumber(g.ctx, g.actor, all[0].ID, all[0].Version, "01-0902-0068389-00"); err != nil {
		return treasury.BankAccount{}, err
	}
	all, err = g.treasury.BankAccounts(g.ctx, g.actor)
	return all[0], err
}

// bookOrder is an invoice for books that someone ordered some days ago.
func (g *generator) bookOrder(to, days int, amount money.Cents) (treasury.InvoiceID, error) {
	day := g.at(g.today.AddDays(-days), 17)
	return g.treasury.MakeInvoice(g.ctx, g.actor, treasury.InvoiceInput{
		Party: ledger.Party{Person: int64(g.people[to].id)}, Due: day.AddDays(treasury.DaysToPay), Text: "Books ordered",
		Lines: []treasury.InvoiceLine{{Text: "Books", Amount: amount, Account: ledger.BookSales}},
	})
}

// payOut is a payment that two officers approved, and that was made.
func (g *generator) payOut(day civil.Date, purpose string, amount money.Cents, account ledger.Code) error {
	day = g.at(day, 19)
	service := g.committee()
	treasurer, err := g.signedIn(treasurerSeat)
	if err != nil {
		return err
	}
	secretary, err := g.signedIn(secretarySeat)
	if err != nil {
		return err
	}
	id, err := service.AskPayment(g.ctx, treasurer, committee.PaymentInput{
		Payee: "Kauri Hosting Limited", Amount: amount, Purpose: purpose, Day: day, Method: constitution.Transfer,
		Attachment: "Their invoice, in the treasurer’s folder", Account: account,
	})
	for version, officer := range []auth.Actor{treasurer, secretary} {
		if err == nil {
			err = service.ApprovePayment(g.ctx, officer, id, int64(version)+1)
		}
	}
	if err != nil {
		return err
	}
	return service.RecordPaid(g.ctx, treasurer, committee.PaidInput{ID: id, Version: 3, On: day, Reference: "HOSTING"})
}

func (g *generator) committee() *committee.Service {
	clock := func() civil.Instant { return g.now }
	return committee.New(g.db, clock, g.auth, governance.New(g.db, clock))
}

// askRefund has the treasurer ask for a credit to be paid back and approve it; a second officer has not looked yet.
func (g *generator) askRefund(to int, amount money.Cents) error {
	day := g.at(g.today.AddDays(-2), 19)
	service := g.committee()
	treasurer, err := g.signedIn(treasurerSeat)
	if err != nil {
		return err
	}
	id, err := service.AskPayment(g.ctx, treasurer, committee.PaymentInput{
		Refund: ledger.Party{Person: int64(g.people[to].id)}, Amount: amount, Purpose: "Paid twice, for the subscription",
		Day: day, Method: constitution.Transfer,
	})
	if err != nil {
		return err
	}
	return service.ApprovePayment(g.ctx, treasurer, id, 1)
}

// takeBankFile takes the bank's file of the last days: what pays the rest of an invoice, what no one knows, and a charge.
func (g *generator) takeBankFile(account treasury.BankAccount, rest treasury.InvoiceID) error {
	g.at(g.today.AddDays(-1), 20)
	treasurer, err := g.signedIn(treasurerSeat)
	if err != nil {
		return err
	}
	i, err := g.treasury.Invoice(g.ctx, treasurer, rest)
	if err != nil {
		return err
	}
	line := func(details, reference, amount string, days int) string {
		return fmt.Sprintf("Transfer,%s,,,%s,%s,%s,,", details, reference, amount, g.today.AddDays(-days).Midnight().Time().
			In(civil.Zone()).Format("02/01/2006"))
	}
	file := []string{
		"Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge",
		line("Books", i.Number.Reference(), i.Open().Plain(), 4), line("J H SMITH", "GO FOR IT", "50.00", 3),
		line("BANK CHARGES", "", "-5.00", 2),
	}
	taken, err := booking.New(g.db, func() civil.Instant { return g.now }, g.clubs).TakeFile(g.ctx, treasurer, booking.File{
		Bank: account, Name: "bank.csv", Data: []byte(strings.Join(file, "\n") + "\n"), Days: bank.DayMonthYear,
	})
	if err == nil && len(taken.Problems) > 0 {
		err = apperr.New(apperr.Invalid, "The bank’s file: %s", taken.Problems[0])
	}
	return err
}

// refusing is a mail server that knows one address no more.
type refusing struct{ address string }

func (r refusing) Send(_ context.Context, m mail.Message) error {
	if m.To.Address == r.address {
		return fmt.Errorf("%w: 550 5.1.1 no such mailbox", mail.ErrNoAddress)
	}
	return nil
}

// remind writes to who is overdue; the letter to the one with the invoice comes back. Reminders to renew are switched on.
func (g *generator) remind(late treasury.InvoiceID) error {
	g.at(g.today.AddDays(-3), 9)
	clock := func() civil.Instant { return g.now }
	treasurer, err := g.signedIn(treasurerSeat)
	if err != nil {
		return err
	}
	service := func(outbox *mail.Service) *letters.Service {
		entries := entering.New(g.db, clock, "", g.auth, g.tournaments, outbox)
		return letters.New(g.db, clock, "Demonstration Go Society", "", g.members, g.treasury, entries, outbox)
	}
	p, err := service(mail.New(g.db, clock, nil)).Plan(g.ctx, treasurer, letters.FeeDue)
	if err != nil {
		return err
	}
	var address string
	for _, a := range p.To {
		if strings.HasSuffix(a.Key, fmt.Sprintf(":%d", late)) {
			address = a.Email
		}
	}
	outbox := mail.New(g.db, clock, refusing{address})
	write := service(outbox)
	if len(p.To) > 0 {
		if _, err := write.Send(g.ctx, treasurer, letters.FeeDue, nil, p.Seen); err != nil {
			return err
		}
	}
	if _, err := outbox.Deliver(g.ctx); err != nil {
		return err
	}
	return write.SetSchedule(g.ctx, treasurer, letters.RenewSoon, 0, letters.On, 30)
}
