package treasury

import (
	"context"
	"io"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/treasury/ledger"
)

// JournalRead is the journal as it is shown: the entries of a page, the names of accounts, and the sum of all pages.
type JournalRead struct {
	Accounts []ledger.Account
	Called   map[ledger.Code]string
	Entries  []ledger.Entry
	Names    map[ledger.Party]string
	Count    int         // entries on all pages
	Debits   money.Cents // of all pages; the credits come to as much
}

// Each gives what a list has, one after the other, to take, for a list that is too long to hold. The database is being read
// meanwhile, so that take asks it nothing.
type Each[T any] func(take func(T) error) error

// JournalFile is the journal as files have it: all entries that a filter asks for.
type JournalFile struct {
	Accounts []ledger.Account
	Entries  Each[NamedEntry]
}

// Called are the names of the accounts.
func (j JournalFile) Called() map[ledger.Code]string { return called(j.Accounts) }

func called(accounts []ledger.Account) map[ledger.Code]string {
	out := map[ledger.Code]string{}
	for _, a := range accounts {
		out[a.Code] = a.Name
	}
	return out
}

// WritePlain writes the entries as hledger and ledger read them.
func (j JournalFile) WritePlain(w io.Writer) error {
	out := ledger.NewPlain(w, j.Accounts)
	if err := j.Entries(func(e NamedEntry) error { return out.Write(e.Entry, e.Names) }); err != nil {
		return err
	}
	return out.Flush()
}

// JournalFile is the journal for a file, the oldest entry first. Pages of the filter are ignored.
func (s *Service) JournalFile(ctx context.Context, actor auth.Actor, f JournalFilter) (out JournalFile, err error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return out, err
	}
	out.Accounts, err = Accounts(ctx, s.db)
	out.Entries = func(take func(NamedEntry) error) error { return eachEntry(ctx, s.db, f, "", take) }
	return out, err
}

// ReadJournal reads the entries that a filter asks for, the oldest first.
func (s *Service) ReadJournal(ctx context.Context, actor auth.Actor, f JournalFilter) (JournalRead, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return JournalRead{}, err
	}
	j, err := journalSums(ctx, s.db, f)
	if err != nil {
		return j, err
	}
	if j.Accounts, err = Accounts(ctx, s.db); err != nil {
		return j, err
	}
	j.Called, j.Names = called(j.Accounts), map[ledger.Party]string{}
	err = eachEntry(ctx, s.db, f, f.Page.SQL(j.Count), func(e NamedEntry) error {
		j.Entries = append(j.Entries, e.Entry)
		for i, l := range e.Lines {
			if e.Names[i] != "" {
				j.Names[l.Party] = e.Names[i]
			}
		}
		return nil
	})
	return j, err
}

// JournalEntry reads one entry.
func (s *Service) JournalEntry(ctx context.Context, actor auth.Actor, id EntryID) (ledger.Entry, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return ledger.Entry{}, err
	}
	return entryByID(ctx, s.db, int64(id))
}

// EntryID names an entry.
type EntryID int64

// Account reads one account.
func (s *Service) Account(ctx context.Context, actor auth.Actor, code ledger.Code) (ledger.Account, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return ledger.Account{}, err
	}
	return accountByCode(ctx, s.db, code)
}

// Trial is the accounts with their balances.
type Trial struct {
	Accounts []ledger.Account
	Balances ledger.Balances
}

// TrialBalance reads the accounts with their balances of all entries.
func (s *Service) TrialBalance(ctx context.Context, actor auth.Actor) (t Trial, err error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return t, err
	}
	if t.Accounts, err = Accounts(ctx, s.db); err != nil {
		return t, err
	}
	t.Balances, err = Balances(ctx, s.db, civil.Date{}, civil.Date{})
	return t, err
}
