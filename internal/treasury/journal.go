package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Book books an entry within tx: it sums to zero, its day is neither locked nor to come, and it takes the next number of
// the year. A document is booked once. The entry for the log holds all of it, so that the log tells what the journal said.
func Book(ctx context.Context, tx *store.Tx, permit usecase.Permit, e ledger.Entry) (*usecase.Entry, error) {
	_, entry, err := BookLine(ctx, tx, permit, e)
	return entry, err
}

// BookLine is Book, and says which entry it made.
func BookLine(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e ledger.Entry,
) (EntryID, *usecase.Entry, error) {
	if err := e.Check(); err != nil {
		return 0, nil, fmt.Errorf("book %s %d: %w", e.Document, e.DocumentID, err)
	}
	// Whoever books queues here, so that nothing is booked into what another has just locked.
	if err := HoldBooks(ctx, tx); err != nil {
		return 0, nil, err
	}
	no, err := nextNumber(ctx, tx, seriesJournal, permit.Now().Date().Year())
	if err != nil {
		return 0, nil, err
	}
	e.Number = ledger.EntryNo{Year: permit.Now().Date().Year(), No: no}
	locked, err := LockedUntil(ctx, tx)
	if err != nil {
		return 0, nil, err
	}
	if !e.Day.After(locked) {
		return 0, nil, errLocked(locked)
	}
	if err := checkAgreed(ctx, tx, e); err != nil {
		return 0, nil, err
	}
	if e.ID, err = insertEntry(ctx, tx, permit, e); err != nil {
		return 0, nil, err
	}
	return EntryID(e.ID), permit.Did("book.entry", "journal_entry", e.ID, nil, factsOf(e)), nil
}

// entryFacts are what the log keeps of an entry: all of it.
type entryFacts struct {
	Number   string      `json:"number"`
	Day      civil.Date  `json:"day"`
	Text     string      `json:"text"`
	Document string      `json:"document"`
	Of       int64       `json:"of,omitempty"`
	Reverses int64       `json:"reverses,omitempty"`
	Lines    []lineFacts `json:"lines"`
}

type lineFacts struct {
	Account ledger.Code `json:"account"`
	Cents   int64       `json:"cents"`
	Person  int64       `json:"person,omitempty"`
	Club    int64       `json:"club,omitempty"`
	Tag     string      `json:"tag,omitempty"`
}

func factsOf(e ledger.Entry) entryFacts {
	f := entryFacts{
		Number: e.Number.String(), Day: e.Day, Text: e.Text, Document: string(e.Document), Of: e.DocumentID,
		Reverses: e.Reverses,
	}
	for _, l := range e.Lines {
		f.Lines = append(f.Lines, lineFacts{l.Account, int64(l.Amount), l.Party.Person, l.Party.Club, l.Tag})
	}
	return f
}

// errLocked refuses a day of a locked period.
func errLocked(until civil.Date) error {
	return apperr.New(
		apperr.Invalid, "The books are locked up to %s: nothing is booked on that day or before it.", until.Long(),
	)
}

// CheckOpen says at a field that its day is in a locked period; nil when it is not.
func CheckOpen(ctx context.Context, q store.Queryer, field string, day civil.Date) (apperr.Fields, error) {
	var f apperr.Fields
	locked, err := LockedUntil(ctx, q)
	if err == nil && !day.IsZero() && !day.After(locked) {
		f.Add(field, "The books are locked up to %s. Enter %s or a later day.", locked.Long(), locked.AddDays(1).Long())
	}
	return f, err
}

// OpenDay is the day on which something of a day is booked: that day, or the first one that is not locked.
func OpenDay(ctx context.Context, q store.Queryer, day civil.Date) (civil.Date, error) {
	locked, err := LockedUntil(ctx, q)
	if err != nil || day.After(locked) {
		return day, err
	}
	return locked.AddDays(1), nil
}

// OpenDayOf is OpenDay of what changes an account at a bank: none on which it agreed with the bank's statement.
func OpenDayOf(ctx context.Context, q store.Queryer, day civil.Date, account ledger.Code) (civil.Date, error) {
	agreed, err := agreedUntil(ctx, q, account)
	if err != nil {
		return day, err
	}
	if !day.After(agreed) {
		day = agreed.AddDays(1)
	}
	return OpenDay(ctx, q, day)
}

// checkOpenOf says at a field that nothing can be booked to an account on its day.
func checkOpenOf(
	ctx context.Context, q store.Queryer, field string, day civil.Date, account ledger.Code,
) (apperr.Fields, error) {
	var f apperr.Fields
	open, err := OpenDayOf(ctx, q, day, account)
	if err == nil && !day.IsZero() && open != day {
		f.Add(
			field, "Nothing is booked on this day any more: the books are locked, or the account agreed with the bank’s statement, up "+
				"to %s. The first day that is open is %s.", open.AddDays(-1).Long(), open.Long(),
		)
	}
	return f, err
}

// checkAgreed refuses an entry that changes an account at a bank on a day on which it agreed with the bank's statement.
func checkAgreed(ctx context.Context, q store.Queryer, e ledger.Entry) error {
	for _, l := range e.Lines {
		if a := (ledger.Account{Code: l.Account, Kind: ledger.Asset}); l.Account[0] != '1' || !a.HoldsMoney() {
			continue
		}
		agreed, err := agreedUntil(ctx, q, l.Account)
		if err != nil {
			return err
		}
		if !e.Day.After(agreed) {
			return apperr.New(
				apperr.Invalid, "Account %s agreed with the bank’s statement on %s: nothing is booked to it on that day or before.",
				l.Account, agreed.Long(),
			)
		}
	}
	return nil
}

// Accounts lists the accounts in the order of their codes.
func (s *Service) Accounts(ctx context.Context, actor auth.Actor) ([]ledger.Account, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	return Accounts(ctx, s.db)
}

// AddAccount adds an account to the chart. The fields are code and name.
func (s *Service) AddAccount(ctx context.Context, actor auth.Actor, code, name string) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	a, err := ledger.NewAccount(code, name)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		err := insertAccount(ctx, tx, a)
		if store.IsUnique(err) {
			var f apperr.Fields
			f.Add("code", "There is an account with this number. Choose another.")
			return nil, f.Err()
		}
		return permit.Did("add.account", "ledger_account", 0, nil, a), err
	})
}

// ChangeAccount renames an account, and closes it for entries by hand or opens it again. The fields are name and closed.
func (s *Service) ChangeAccount(ctx context.Context, actor auth.Actor, code ledger.Code, name string, closed bool) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	f := ledger.CheckName("name", name)
	if closed && code.Own() {
		f.Add("closed", "The program books to this account by itself, so it stays open.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := accountByCode(ctx, tx, code)
		if err != nil {
			return nil, err
		}
		after := before
		after.Name, after.Closed = name, closed
		if after == before {
			return nil, usecase.ErrSame
		}
		if err := updateAccount(ctx, tx, after); err != nil {
			return nil, err
		}
		return permit.Did("change.account", "ledger_account", 0, before, after), nil
	})
}

// HandInput is an entry by hand: an amount from one account to another. Its fields are day, text, debit, credit, amount
// and tag.
type HandInput struct {
	Day    civil.Date
	Text   string
	Debit  ledger.Code // that the money goes to
	Credit ledger.Code // that it comes from
	Amount Amount
	Tag    string
}

// BookByHand books an entry by hand. What members and clubs owe is changed by documents alone, and money that leaves the
// bank is a payment out that two officers approve (rule 3.4).
func (s *Service) BookByHand(ctx context.Context, actor auth.Actor, in HandInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	in.Text, in.Tag = tidy(in.Text), tidy(in.Tag)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		f, err := in.check(ctx, tx, s.cases.Today())
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		return Book(ctx, tx, permit, ledger.Entry{
			Day: in.Day, Text: in.Text, Document: ledger.ByHand, Lines: []ledger.Line{
				{Account: in.Debit, Amount: in.Amount, Tag: in.Tag}, {Account: in.Credit, Amount: -in.Amount, Tag: in.Tag},
			},
		})
	})
}

func (in HandInput) check(ctx context.Context, q store.Queryer, today civil.Date) (apperr.Fields, error) {
	f, err := checkDay(ctx, q, "day", in.Day, today)
	if err != nil {
		return nil, err
	}
	checkText(&f, "text", in.Text, maxText, "Say what the entry is for.")
	accounts, err := Accounts(ctx, q)
	if err != nil {
		return nil, err
	}
	debit := chooseAccount(&f, "debit", in.Debit, accounts)
	credit := chooseAccount(&f, "credit", in.Credit, accounts)
	switch {
	case in.Debit == in.Credit && !f.Has("credit"):
		f.Add("credit", "Choose two different accounts.")
	case credit.HoldsMoney() && !debit.HoldsMoney() && debit.Code != bankCharges && debit.Code != ledger.Funds:
		f.Add("credit", "Money that is paid to others is a payment out, which two officers approve (rule 3.4).")
	}
	checkAmount(&f, "amount", in.Amount)
	checkText(&f, "tag", in.Tag, maxTag, "")
	return f, nil
}

const (
	maxTag      = 40
	bankCharges = ledger.Code("5400")
)

// chooseAccount is an account that takes entries by hand.
func chooseAccount(f *apperr.Fields, field string, code ledger.Code, accounts []ledger.Account) ledger.Account {
	for _, a := range accounts {
		switch {
		case a.Code != code:
		case a.Closed:
			f.Add(field, "This account is closed. Choose another.")
			return a
		case a.Code.OfParties():
			f.Add(field, "What members and clubs owe is changed by invoices, credits and payments. Choose another account.")
			return a
		default:
			return a
		}
	}
	f.Add(field, "Choose an account.")
	return ledger.Account{}
}

// ReverseByHand undoes an entry that was made by hand or from a line of the bank, by another one of today. The line waits
// again then.
func (s *Service) ReverseByHand(ctx context.Context, actor auth.Actor, id int64, reason string) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	if err := CheckReason("reason", reason, "Say why you are reversing the entry.").Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := entryByID(ctx, tx, id)
		switch {
		case err != nil:
			return nil, err
		case !e.Document.Undone():
			return nil, apperr.New(
				apperr.Invalid, "This entry follows from a document (%s). Reverse that one, and the journal follows.",
				e.Document.Label(),
			)
		case e.Reverses != 0:
			return nil, apperr.New(apperr.Invalid, "This entry is a reversal, so it cannot be reversed.")
		}
		entry, err := Book(ctx, tx, permit, e.Reversal(s.cases.Today(), e.Number.String()+" reversed: "+tidy(reason)))
		if store.UniqueOn(err, "journal_entry", "reverses_id") {
			return nil, apperr.New(apperr.Conflict, "The entry %s has already been reversed.", e.Number)
		}
		return entry, err
	})
}

// bookReversal undoes within tx the entry of a document; without one there is nothing to undo.
func bookReversal(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, of ledger.Document, id int64, as int64, text string,
) (*usecase.Entry, error) {
	e, found, err := entryOf(ctx, tx, of, id)
	if err != nil || !found {
		return nil, err
	}
	back := e.Reversal(permit.Now().Date(), text)
	if as != 0 {
		back.DocumentID = as
	}
	return Book(ctx, tx, permit, back)
}
