package ledger

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
)

// Code names an account: four digits, the first of which says its kind.
type Code string

// Kind is what an account is about.
type Kind string

// The kinds, in the order of a chart.
const (
	Asset     Kind = "asset"
	Liability Kind = "liability"
	Equity    Kind = "equity"
	Income    Kind = "income"
	Expense   Kind = "expense"
)

// Kinds lists the kinds in their order.
var Kinds = []Kind{Asset, Liability, Equity, Income, Expense}

// Label is the kind as people read it.
func (k Kind) Label() string {
	switch k {
	case Asset:
		return "What we have"
	case Liability:
		return "What we owe"
	case Equity:
		return "Accumulated funds"
	case Income:
		return "Income"
	case Expense:
		return "Expenses"
	}
	return string(k)
}

// Sign is 1 of a kind whose balance is usually a debit, else −1: what turns a balance into the figure of a statement.
func (k Kind) Sign() int {
	if k == Asset || k == Expense {
		return 1
	}
	return -1
}

// Account is a heading under which money is counted.
type Account struct {
	Code   Code
	Name   string
	Kind   Kind
	Closed bool // takes no further lines by hand
}

// The accounts that the program itself books to. They can be renamed, not closed.
const (
	BankAccount   Code = "1000"
	CashAccount   Code = "1010"
	TermDeposits  Code = "1020"
	MembersOwe    Code = "1100"
	ClubsOwe      Code = "1110"
	Loans         Code = "2000"
	Unidentified  Code = "2100"
	Funds         Code = "3000"
	ClubFees      Code = "4000"
	OwnFees       Code = "4010"
	StudentFees   Code = "4011"
	JuniorFees    Code = "4012"
	FamilyFees    Code = "4013"
	FeesWaived    Code = "4090"
	EntryFees     Code = "4100"
	BookSales     Code = "4300"
	BookPostage   Code = "4310"
	OtherIncome   Code = "4900"
	WrittenOff    Code = "5610"
	OtherExpenses Code = "5900"
)

// Own reports whether the program itself books to the account.
func (c Code) Own() bool {
	return slices.Contains([]Code{
		BankAccount, CashAccount, TermDeposits, MembersOwe, ClubsOwe, Loans, Unidentified, Funds, ClubFees, OwnFees,
		StudentFees, JuniorFees, FamilyFees, FeesWaived, BookSales, BookPostage, WrittenOff, OtherExpenses,
	}, c)
}

// OfParties reports whether the account's balance is made of what members or clubs owe: it is changed by documents, never
// by hand.
func (c Code) OfParties() bool { return c == MembersOwe || c == ClubsOwe }

// HoldsMoney reports whether an account is a bank account or cash: money that came in can be put there.
func (a Account) HoldsMoney() bool {
	return a.Kind == Asset && a.Code < MembersOwe
}

var codePattern = regexp.MustCompile(`^[1-5][0-9]{3}$`)

// kindOf is the kind that a code's first digit stands for.
func kindOf(c Code) Kind {
	if !codePattern.MatchString(string(c)) {
		return ""
	}
	return Kinds[c[0]-'1']
}

const maxName = 80

// NewAccount checks an account that the treasurer adds. The fields are code and name.
func NewAccount(code, name string) (Account, error) {
	a := Account{Code: Code(strings.TrimSpace(code)), Name: strings.Join(strings.Fields(name), " ")}
	var f apperr.Fields
	if a.Kind = kindOf(a.Code); a.Kind == "" {
		f.Add("code", "Enter four digits. The first says what it is: 1 what we have, 2 what we owe, 3 funds, 4 income, "+
			"5 expenses.")
	}
	f = append(f, CheckName("name", a.Name)...)
	return a, f.Err()
}

// CheckName checks an account's name.
func CheckName(field, name string) apperr.Fields {
	var f apperr.Fields
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		f.Add(field, "Enter the account’s name.")
	case n > maxName:
		f.Add(field, "Shorten this to %d characters.", maxName)
	case strings.ContainsAny(name, ";:|*!\"()[]"):
		f.Add(field, "Write the name without ; : | * ! quotes and brackets: files of the journal give them a meaning.")
	}
	return f
}
