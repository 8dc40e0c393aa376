package treasury

import (
	"context"
	"slices"
	"strconv"
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

// AddBankAccount adds an account at a bank, with an account of the books for it. The fields are name and number.
func (s *Service) AddBankAccount(ctx context.Context, actor auth.Actor, name, number string) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	name, number = tidy(name), tidy(number)
	f := append(ledger.CheckName("name", name), checkNumber(number)...)
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*Entry, error) {
		if err := HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		accounts, err := Accounts(ctx, tx)
		if err != nil {
			return nil, err
		}
		banks, err := bankAccounts(ctx, tx)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		for _, a := range accounts {
			if a.Name == name {
				f.Add("name", "There is an account of this name. Choose another.")
			}
		}
		f = append(f, checkOther(banks, 0, number)...)
		code := freeCode(accounts)
		if code == "" {
			f.Add("name", "There is no room for another account at a bank.")
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := insertAccount(ctx, tx, ledger.Account{Code: code, Name: name, Kind: ledger.Asset}); err != nil {
			return nil, err
		}
		id, err := insertBankAccount(ctx, tx, code, number)
		return permit.Did("add.bank", "bank_account", int64(id), nil, map[string]any{
			"account": code, "name": name, "number": number,
		}), err
	})
}

// freeCode is the first free code among those of bank accounts.
func freeCode(accounts []ledger.Account) ledger.Code {
	for n := 1001; n < 1100; n++ {
		code := ledger.Code(strconv.Itoa(n))
		if !slices.ContainsFunc(accounts, func(a ledger.Account) bool { return a.Code == code }) {
			return code
		}
	}
	return ""
}

func digitsOf(number string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, number)
}

// checkNumber checks the number of an account at a bank: bank, branch, account, and a suffix of two or three digits.
func checkNumber(number string) apperr.Fields {
	var f apperr.Fields
	if n := len(digitsOf(number)); strings.Trim(number, "0123456789- ") != "" || n != 15 && n != 16 {
		f.Add("number", "Enter the number as the bank writes it, for example 01-0234-0567890-00: it has 15 or 16 digits.")
	}
	return f
}

// checkOther checks that a number is not another account's.
func checkOther(all []BankAccount, id BankID, number string) apperr.Fields {
	var f apperr.Fields
	for _, b := range all {
		if b.ID != id && b.Number != "" && digitsOf(b.Number) == digitsOf(number) {
			f.Add("number", "This is the number of “%s”.", b.Name)
		}
	}
	return f
}

// SetBankNumber says the number of an account at a bank, under the version that was read. The field is number.
func (s *Service) SetBankNumber(ctx context.Context, actor auth.Actor, id BankID, version int64, number string) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	number = tidy(number)
	if err := checkNumber(number).Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*Entry, error) {
		if err := HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		all, err := bankAccounts(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			if a.ID != id {
				continue
			}
			if err := checkOther(all, id, number).Err(); err != nil {
				return nil, err
			}
			if err := setBankNumber(ctx, tx, id, version, number); err != nil {
				return nil, err
			}
			return permit.Did("number.bank", "bank_account", int64(id), a.Number, number), nil
		}
		return nil, apperr.New(apperr.NotFound, "Bank account not found.")
	})
}
