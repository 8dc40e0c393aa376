package booking

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// LineID names a line of a bank's file.
type LineID int64

// Line is a line of a bank's file, as it is kept.
type Line struct {
	ID          LineID
	Bank        treasury.BankID
	Key         string
	Day         civil.Date
	Amount      money.Cents // below zero of what goes out
	Payee       string
	Reference   string
	Particulars string
	Code        string
	Balance     *money.Cents
	Aside       string      // why it is not booked, or ""
	As          money.Cents // what of the amount is booked, as payments or entries that stand
	Version     int64
}

// Booked reports whether all of the line is booked.
func (l Line) Booked() bool { return l.As == l.Amount }

// Left is what of the line is still to be booked: all of it, or what a part came to that was undone.
func (l Line) Left() money.Cents { return l.Amount - l.As }

// rest is a line as far as it is still to be booked.
func (l Line) rest() Line {
	l.Amount, l.As = l.Left(), 0
	return l
}

// rests are lines as far as they are still to be booked.
func rests(lines []Line) []Line {
	out := make([]Line, len(lines))
	for i, l := range lines {
		out[i] = l.rest()
	}
	return out
}

// Texts are what the line says beside the payee.
func (l Line) Texts() string {
	out := ""
	for _, t := range []string{l.Reference, l.Particulars, l.Code} {
		if t != "" && out != "" {
			out += " · "
		}
		out += t
	}
	return out
}

// Service keeps the lines and books them.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	clubs *clubs.Service
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock, clubs *clubs.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), clubs: clubs}
}

// File is a bank's file with what somebody said about it.
type File struct {
	Bank    treasury.BankAccount
	Name    string
	Data    []byte
	Days    bank.Days             // "" finds out, or as it was said before
	Columns map[bank.Field]string // of a file that no bank here writes; nil: as it was said before
	Anyway  bool                  // take lines that look like ones that are kept
}

// Taken is what came of a file.
type Taken struct {
	Bank     string // that wrote it
	Lines    int    // in the file
	New      int    // that no file had before
	Problems []bank.Problem
	Unknown  []string // headings, of a file whose columns nobody has named; nil: it is known
}

// read reads a file as it is said to be, else as it was said before: an earlier answer counts where the file leaves it open.
func read(in *File) (bank.Statement, error) {
	o := bank.Options{Days: in.Days, Before: bank.Days(in.Bank.Days), Columns: in.Columns, Account: in.Bank.Number}
	said := in.Columns != nil
	if in.Days == "" {
		in.Days = o.Before
	}
	if !said {
		if err := json.Unmarshal([]byte(in.Bank.Columns), &in.Columns); err != nil {
			return bank.Statement{}, fmt.Errorf("read the columns of a bank’s files: %w", err)
		}
		o.Columns = in.Columns
	}
	st := bank.Read(in.Data, o)
	if st.Unknown != nil && !said && len(o.Columns) > 0 {
		o.Columns = nil // the file of another bank, or of this one in another form
		st = bank.Read(in.Data, o)
	}
	return st, nil
}

// TakeFile reads a bank's file and keeps its lines. Lines that are there already change nothing. With a problem nothing is
// kept.
func (s *Service) TakeFile(ctx context.Context, actor auth.Actor, in File) (Taken, error) {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return Taken{}, err
	}
	said := in.Columns != nil || in.Days != ""
	st, err := read(&in)
	if err != nil {
		return Taken{}, err
	}
	out := Taken{Bank: st.Bank, Lines: len(st.Lines), Problems: st.Problems, Unknown: st.Unknown}
	today := s.cases.Today()
	for _, l := range st.Lines {
		if l.Date.After(today) {
			out.Problems = append(out.Problems, bank.Problem{
				Row: l.Row, Message: "The day " + l.Date.Long() + " is in the future. Check how the file writes its days.",
			})
			break
		}
	}
	if in.Bank.Number == "" && st.Account != "" {
		out.Problems = append(out.Problems, bank.Problem{Message: "The file is of account " + st.Account +
			". Enter the number of “" + in.Bank.Name + "” first, so that no file of another account is taken for its."})
	}
	if len(out.Problems) > 0 {
		return out, nil
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		// Two files that are sent at once queue: the second finds the lines of the first.
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		if n, err := alike(ctx, tx, in.Bank.ID, st.Lines); err != nil {
			return nil, err
		} else if n > 0 && !in.Anyway {
			out.Problems = append(out.Problems, alikeProblem(n))
			return nil, usecase.ErrSame
		}
		if said {
			if err := remember(ctx, tx, in); err != nil {
				return nil, err
			}
		}
		var err error
		if out.New, err = insertLines(ctx, tx, permit, in, st.Lines); err != nil {
			return nil, err
		}
		return permit.Did("take.bank", "bank_account", int64(in.Bank.ID), nil, map[string]any{
			"file": in.Name, "bank": st.Bank, "lines": len(st.Lines), "new": out.New,
		}), nil
	})
	return out, err
}

// Desk is an account at a bank with the lines that wait to be booked, each with a proposal.
type Desk struct {
	Bank      treasury.BankAccount
	Lines     []Line // that wait, the oldest first
	Proposals []Proposal
	Total     int         // lines in all
	Ledger    money.Cents // balance by the books
	Last      *Reconciled // nil: never
}

// Certain is how many lines are certain, and the last of them.
func (d Desk) Certain() (n int, last LineID) {
	for i, p := range d.Proposals {
		if p.Sure == Certain {
			n, last = n+1, max(last, d.Lines[i].ID)
		}
	}
	return n, last
}

// Reconciled is that the books agreed with the bank's statement.
type Reconciled struct {
	Day     civil.Date
	Balance money.Cents
}

// Desks are the accounts at banks with what waits.
func (s *Service) Desks(ctx context.Context, actor auth.Actor) ([]Desk, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	all, err := treasury.BankAccounts(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []Desk
	for _, b := range all {
		d, err := desk(ctx, s.db, b)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func desk(ctx context.Context, q store.Queryer, b treasury.BankAccount) (d Desk, err error) {
	d.Bank = b
	if d.Lines, err = waiting(ctx, q, b.ID); err != nil {
		return d, err
	}
	if d.Total, err = countLines(ctx, q, b.ID); err != nil {
		return d, err
	}
	if d.Ledger, err = treasury.BalanceOf(ctx, q, b.Account); err != nil {
		return d, err
	}
	if d.Last, err = lastReconciled(ctx, q, b.ID); err != nil || len(d.Lines) == 0 {
		return d, err
	}
	k, err := known(ctx, q, b, d.Lines)
	d.Proposals = Propose(rests(d.Lines), k)
	return d, err
}

// known reads what proposals for some lines of an account are made from, and no more: all invoices, entries and payers of
// twenty years are many.
func known(ctx context.Context, q store.Queryer, b treasury.BankAccount, lines []Line) (Known, error) {
	k := Known{All: map[ledger.InvoiceNo]treasury.Invoice{}, Own: b.Account}
	var referred []ledger.InvoiceNo
	var keys []string
	for _, l := range lines {
		for _, text := range l.referring() {
			referred = append(referred, ledger.References(text)...)
		}
		keys = append(keys, members.Fold(l.Payee))
	}
	open, err := treasury.ReadInvoices(ctx, q, treasury.InvoiceFilter{Owing: true})
	if err != nil {
		return k, err
	}
	slices.Reverse(open) // the oldest first
	k.Open = open
	named, err := treasury.InvoicesNumbered(ctx, q, referred)
	if err != nil {
		return k, err
	}
	for _, i := range named {
		k.All[i.Number] = i
	}
	if k.Booked, err = recordedAbout(ctx, q, b, lines); err != nil {
		return k, err
	}
	if k.Payers, err = payers(ctx, q, keys); err != nil {
		return k, err
	}
	var parties []ledger.Party
	for _, p := range k.Payers {
		parties = append(append(parties, p.Party, p.Who.Party), p.For...)
	}
	k.Names, err = treasury.PartyNames(ctx, q, parties)
	return k, err
}

// LineFile is a line that waits, with its proposal and what it could settle.
type LineFile struct {
	Line
	Account  treasury.BankAccount
	Proposal Proposal
	Open     []treasury.Invoice
	As       []BookedAs // what it was booked as, as far as it stands
}

// BookedAs is a payment or an entry that a line was booked as.
type BookedAs struct {
	Payment treasury.PaymentID // 0: an entry
	Entry   treasury.EntryID
	Number  string // of the receipt, or of the entry
	Text    string
	Amount  money.Cents
	ByLine  bool // of an entry: it was made from the line, so that it is undone by itself

	Part int64 // names the link
}

// LineByID reads one line.
func (s *Service) LineByID(ctx context.Context, actor auth.Actor, id LineID) (LineFile, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return LineFile{}, err
	}
	l, err := lineByID(ctx, s.db, id)
	if err != nil {
		return LineFile{}, err
	}
	out := LineFile{Line: l}
	if out.Account, err = bankOf(ctx, s.db, l.Bank); err != nil {
		return out, err
	}
	if out.As, err = bookedAs(ctx, s.db, id); err != nil {
		return out, err
	}
	k, err := known(ctx, s.db, out.Account, []Line{l})
	if err != nil {
		return out, err
	}
	out.Open = k.Open
	out.Proposal = Propose([]Line{l.rest()}, k)[0]
	out.Proposal.Payer, err = payerBefore(ctx, s.db, out.Proposal.Payer)
	return out, err
}

func bankOf(ctx context.Context, q store.Queryer, id treasury.BankID) (treasury.BankAccount, error) {
	all, err := treasury.BankAccounts(ctx, q)
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
	}
	if err == nil {
		err = apperr.New(apperr.NotFound, "Bank account not found.")
	}
	return treasury.BankAccount{}, err
}

// Fold is a payer's name as it is remembered.
func Fold(name string) string { return members.Fold(name) }
