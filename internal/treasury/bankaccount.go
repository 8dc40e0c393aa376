package treasury

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// BankID names an account at a bank.
type BankID int64

// BankAccount is an account at a bank.
type BankAccount struct {
	ID      BankID
	Account ledger.Code // of the books
	Name    string      // of that account
	Number  string      // "01-0234-0567890-00", or "" while it is not known
	Days    string      // how its files write days, or "": they are found out
	Columns string      // JSON: which column of its files is what, where no bank here writes them
	Version int64
}

// BankAccounts lists the accounts at banks.
func (s *Service) BankAccounts(ctx context.Context, actor auth.Actor) ([]BankAccount, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	return bankAccounts(ctx, s.db)
}

// PayInto is the number of the account that invoices ask to pay into; "" while it is not known.
func (s *Service) PayInto(ctx context.Context) (string, error) {
	all, err := bankAccounts(ctx, s.db)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Number, nil
}

// SetBankNumber says the number of an account at a bank, under the version that was read. The field is number.
func (s *Service) SetBankNumber(ctx context.Context, actor auth.Actor, id BankID, version int64, number string) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	number = tidy(number)
	var f apperr.Fields
	digits := len(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, number))
	if strings.Trim(number, "0123456789- ") != "" || digits != 15 && digits != 16 {
		f.Add("number", "Enter the number as the bank writes it, for example 01-0234-0567890-00: it has 15 or 16 digits.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*Entry, error) {
		all, err := bankAccounts(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			if a.ID != id {
				continue
			}
			if err := setBankNumber(ctx, tx, id, version, number); err != nil {
				return nil, err
			}
			return permit.Did("number.bank", "bank_account", int64(id), a.Number, number), nil
		}
		return nil, apperr.New(apperr.NotFound, "Bank account not found.")
	})
}
