package booking

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Choice is what the treasurer says that a line is: parts, an entry that was booked already, or nothing for the books. Its
// fields are amount_N and tag_N of part N (from 1), parts, and aside.
type Choice struct {
	Line     LineID
	Version  int64
	Parts    []Part
	Entry    treasury.EntryID
	Aside    string // why it is not booked
	Remember bool   // whose money the payer's is

	Payer treasury.Payer // who paid; zero: as the line says
}

// Book books a line as the treasurer says.
func (s *Service) Book(ctx context.Context, actor auth.Actor, in Choice) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		l, err := lineByID(ctx, tx, in.Line)
		if err != nil {
			return nil, err
		}
		return s.book(ctx, tx, actor, permit, l, in)
	})
}

// certainAtOnce is how many lines one press books at most.
const certainAtOnce = 500

// BookCertain books every line of an account that is certain, up to and with the last one that was seen, and says how many
// it booked: not more than 500 at a press.
func (s *Service) BookCertain(ctx context.Context, actor auth.Actor, id treasury.BankID, last LineID) (n int, err error) {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		b, err := bankOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		d, err := desk(ctx, tx, b)
		if err != nil {
			return nil, err
		}
		n = 0
		for i, p := range d.Proposals {
			l := d.Lines[i]
			if p.Sure != Certain || l.ID > last || n == certainAtOnce {
				continue
			}
			payer, err := payerBefore(ctx, tx, p.Payer)
			if err != nil {
				return nil, err
			}
			done, err := s.book(ctx, tx, actor, permit, l, Choice{Line: l.ID, Version: l.Version, Parts: p.Parts, Payer: payer})
			if err != nil {
				return nil, err
			}
			entry, n = entry.Then(done), n+1
		}
		if entry == nil {
			return nil, usecase.ErrSame
		}
		return entry, nil
	})
	return n, err
}

// book books a line within tx. Taking its version first makes two treasurers queue: the second is refused.
func (s *Service) book(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, l Line, in Choice,
) (*usecase.Entry, error) {
	if err := takeLine(ctx, tx, in.Line, in.Version, strings.TrimSpace(in.Aside)); err != nil {
		return nil, err
	}
	if l.Booked() {
		return nil, apperr.New(apperr.Conflict, "This line has been booked.")
	}
	if in.Aside != "" && l.As != 0 {
		return nil, apperr.New(apperr.Invalid, "%s of this line is booked. Reverse that first, to set the line aside.", l.As)
	}
	l = l.rest()
	b, err := bankOf(ctx, tx, l.Bank)
	if err != nil {
		return nil, err
	}
	did := permit.Did("book.line", "bank_line", int64(l.ID), nil, map[string]any{
		"day": l.Day, "amount": l.Amount, "payee": l.Payee, "key": l.Key, "parts": in.Parts, "entry": in.Entry, "aside": in.Aside,
	})
	switch {
	case in.Aside != "":
		return did, treasury.CheckReason("aside", in.Aside, "Say why it is not booked.").Err()
	case in.Entry != 0:
		return did, linkEntry(ctx, tx, b, l, in.Entry)
	}
	if err := in.check(ctx, tx, b, l); err != nil {
		return nil, err
	}
	booked, err := s.bookParts(ctx, tx, actor, permit, b, l, in)
	if err != nil {
		return nil, err
	}
	if in.Remember {
		if err := rememberPayer(ctx, tx, l, in); err != nil {
			return nil, err
		}
	}
	return did.Then(booked), nil
}

// check checks that the parts come to the line's amount, and go where such money may.
func (in Choice) check(ctx context.Context, q store.Queryer, b treasury.BankAccount, l Line) error {
	var f apperr.Fields
	var sum money.Cents
	accounts, err := treasury.Accounts(ctx, q)
	if err != nil {
		return err
	}
	kinds := map[ledger.Code]ledger.Account{}
	for _, a := range accounts {
		kinds[a.Code] = a
	}
	for n, p := range in.Parts {
		field := fmt.Sprintf("amount_%d", n+1)
		sum += p.Amount
		a := kinds[p.Account]
		f = append(f, p.checkTag(n+1)...)
		switch {
		case p.Amount == 0 || (p.Amount > 0) != (l.Amount > 0):
			f.Add(field, "Enter %s above zero.", money.InUse().Units)
		case p.Account == "" && p.Party.IsZero():
			f.Add(field, "Choose an invoice, a member, a club or an account for this amount.")
		case p.Account == "" && l.Amount < 0:
			f.Add(field, "What is paid back to a member or club is a payment out, which two officers approve (rule 3.4).")
		case p.Account == b.Account:
			f.Add(field, "The line is of this account itself: choose the one that the money came from or went to.")
		case p.Account != "" && (a.Code == "" || a.Closed || a.Code.OfParties()):
			f.Add(field, "Choose an account that is open.")
		case p.Account != "" && l.Amount < 0 && !a.HoldsMoney() && a.Code != "5400" && a.Code != ledger.Funds:
			f.Add(field, "Money that is paid to others is a payment out, which two officers approve (rule 3.4). Record it there; "+
				"this line then finds it.")
		}
	}
	if len(in.Parts) == 0 {
		f.Add("parts", "Say what this line is.")
	} else if sum != l.Amount && len(f) == 0 {
		f.Add("parts", "The parts come to %s, and the line to %s: %s is left.", sum, l.Amount, l.Amount-sum)
	}
	return f.Err()
}

// checkTag checks the project or event of part n: an invoice has its own, and what is on someone's account has none.
func (p Part) checkTag(n int) (f apperr.Fields) {
	field := fmt.Sprintf("tag_%d", n)
	if p.Tag != "" && p.Account == "" {
		f.Add(field, "Only an amount that goes to an account takes a project or event.")
		return f
	}
	return treasury.CheckTag(field, p.Tag)
}

func (s *Service) bookParts(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, b treasury.BankAccount, l Line, in Choice,
) (entry *usecase.Entry, err error) {
	var toAccounts []ledger.Line
	credit := map[ledger.Party]money.Cents{} // of each payer, with the invoices it settles
	settles := map[ledger.Party]map[treasury.InvoiceID]money.Cents{}
	var order []ledger.Party
	by, err := whoPaid(ctx, tx, l, in)
	if err != nil {
		return nil, err
	}
	for _, p := range in.Parts {
		if p.Account != "" {
			toAccounts = append(toAccounts, ledger.Line{Account: p.Account, Amount: -p.Amount, Tag: strings.Join(strings.Fields(p.Tag), " ")})
			continue
		}
		if p.Invoice != 0 {
			id, isFee, err := treasury.ReturnOf(ctx, tx, p.Invoice)
			if err != nil {
				return nil, err
			}
			if isFee {
				done, err := s.bookFee(ctx, tx, actor, permit, b, l, id, p, by)
				if err != nil {
					return nil, err
				}
				entry = entry.Then(done)
				continue
			}
		}
		if settles[p.Party] == nil {
			settles[p.Party] = map[treasury.InvoiceID]money.Cents{}
			order = append(order, p.Party)
		}
		credit[p.Party] += p.Amount
		if p.Invoice != 0 {
			settles[p.Party][p.Invoice] += p.Amount
		}
	}
	for _, party := range order {
		done, err := s.bookPayment(ctx, tx, actor, permit, l, treasury.ReceiveInput{
			Party: party, Amount: credit[party], ReceivedOn: l.Day, Method: treasury.Bank, Reference: short(l.Texts()),
			PaidBy: by.of(party), Transfer: by.transfer, Into: b.Account, Parts: settles[party], Line: int64(l.ID),
		}, by)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	if len(toAccounts) == 0 {
		return entry, nil
	}
	done, err := s.bookToAccounts(ctx, tx, permit, b, l, toAccounts)
	return entry.Then(done), err
}

// bookPayment books what of a line is a member's or a club's. What a club paid beyond the invoices that are named settles its
// open lists, as it does when it is recorded by hand.
func (s *Service) bookPayment(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, l Line, in treasury.ReceiveInput, by *payerOf,
) (*usecase.Entry, error) {
	payment, entry, err := clubs.TakeIn(ctx, tx, permit, in)
	if err != nil {
		return nil, err
	}
	by.came(payment)
	return entry, insertPart(ctx, tx, l.ID, int64(payment.ID), 0, payment.Amount)
}

func (s *Service) bookFee(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, b treasury.BankAccount, l Line,
	id treasury.ReturnID, p Part, by *payerOf,
) (*usecase.Entry, error) {
	settled, done, err := s.clubs.ReceiveFeeIn(ctx, tx, actor, permit, clubs.FeeInput{
		Return: id, Amount: p.Amount, ReceivedOn: l.Day, Method: treasury.Bank, Reference: short(l.Texts()),
		PaidBy: by.of(p.Party), Transfer: by.transfer, Into: b.Account, Line: int64(l.ID),
	})
	if err != nil {
		return nil, err
	}
	by.came(settled.Payment)
	return done, insertPart(ctx, tx, l.ID, int64(settled.Payment.ID), 0, p.Amount)
}

func (s *Service) bookToAccounts(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, b treasury.BankAccount, l Line, lines []ledger.Line,
) (*usecase.Entry, error) {
	text := short(strings.TrimSpace(l.Payee + " " + l.Texts()))
	if text == "" {
		text = "Bank line"
	}
	day, err := treasury.OpenDayOf(ctx, tx, l.Day, b.Account)
	if err != nil {
		return nil, err
	}
	sum := ledger.Sum(lines)
	lines = append([]ledger.Line{{Account: b.Account, Amount: -sum}}, lines...)
	id, done, err := treasury.BookLine(ctx, tx, permit, ledger.Entry{
		Day: day, Text: text, Document: ledger.OfBankLine, DocumentID: int64(l.ID), Lines: lines,
	})
	if err != nil {
		return nil, err
	}
	return done, insertPart(ctx, tx, l.ID, 0, int64(id), -sum)
}

// short cuts a bank's text to what a payment's reference takes.
func short(s string) string {
	if r := []rune(s); len(r) > 100 {
		return string(r[:100])
	}
	return s
}
