package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// addBank adds an account at a bank.
func (s *Desk) addBank() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Add a bank account", treasurerCrumb, bankCrumb)
			p.Action, p.Submit, p.Back = bankPath+"/new", "Add the account", bankPath
			p.Say("Each account has lines and a statement of its own. Money that goes from one to the other stands in both files and is " +
				"booked once. Invoices ask to pay into the first account.")
			p.Group(
				"", kit.Field{Name: "name", Label: "Name", Hint: "For example: Savings account.", Required: true},
				kit.Field{Name: "number", Label: "Account number", Required: true, Width: "medium"},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			return kit.Done{To: bankPath, Message: "The account is added."},
				s.treasury.AddBankAccount(c.Request().Context(), s.Actor(c), in.Text("name"), in.Text("number"))
		},
	}
}

// setNumber says the number of the society's account at its bank.
func (s *Desk) setNumber() kit.Form[treasury.BankAccount] {
	return kit.Form[treasury.BankAccount]{
		Site: s.Site, Load: s.bankAt,
		Fill:    func(_ echo.Context, in *kit.Filling, b treasury.BankAccount) { in.Set("number", b.Number) },
		Version: func(b treasury.BankAccount) int64 { return b.Version },
		Show: func(c echo.Context, p *kit.FormPage, b treasury.BankAccount) error {
			p.Page = s.Page(c, "Number of the bank account", treasurerCrumb, accountsCrumb)
			p.Action, p.Submit, p.Back = kit.Below(bankPath, b.ID, "number"), "Save", accountsPath
			p.Say("Invoices ask to pay into this account. Whoever can change it can send the society’s money elsewhere: the log says who did.")
			p.Group("", kit.Field{Name: "number", Label: "Account number", Required: true, Width: "medium"})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b treasury.BankAccount) (kit.Done, error) {
			return kit.Done{To: accountsPath, Message: "Saved."},
				s.treasury.SetBankNumber(c.Request().Context(), s.Actor(c), b.ID, in.Version(), in.Text("number"))
		},
	}
}

const bankPath = kit.BooksPath + "/bank"

// bankAt is the account at a bank that the address names.
func (s *Desk) bankAt(c echo.Context) (treasury.BankAccount, error) {
	id, err := kit.PathID[treasury.BankID](c, "id")
	if err != nil {
		return treasury.BankAccount{}, err
	}
	all, err := s.treasury.BankAccounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return treasury.BankAccount{}, err
	}
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
	}
	return treasury.BankAccount{}, apperr.New(apperr.NotFound, "Bank account not found.")
}
