package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// setBudget says what a year is expected to bring and to cost.
func (s *Desk) setBudget() kit.Form[treasury.Budget] {
	return kit.Form[treasury.Budget]{
		Site: s.Site,
		Load: func(c echo.Context) (treasury.Budget, error) {
			last, err := s.lastDay(c)
			if err != nil {
				return treasury.Budget{}, err
			}
			return s.treasury.BudgetOf(c.Request().Context(), s.Actor(c), last)
		},
		Fill: func(_ echo.Context, in *kit.Filling, b treasury.Budget) {
			for _, a := range b.Accounts {
				if a.Amount != 0 {
					in.Set("amount_"+string(a.Code), a.Amount.Plain())
				}
			}
		},
		Version: func(b treasury.Budget) int64 { return b.Version },
		Show: func(c echo.Context, p *kit.FormPage, b treasury.Budget) error {
			last := b.Until.String()
			p.Page = s.Page(c, "Budget for the year to "+b.Until.Long(), treasurerCrumb, accountsCrumb, yearCrumb)
			p.Action, p.Submit, p.Back = yearPath+"/budget?last="+last, "Save the budget", yearPath+"?last="+last
			if b.Adopted {
				p.Barred = append(p.Barred, kit.CiteRules("The accounts of this year are adopted: its budget stays as it is."))
				return nil
			}
			p.Say("What you expect, above zero for income and expenses alike. The accounts of the year show it beside what came of it. " +
				"Leave empty what you expect nothing of.")
			for _, kind := range []ledger.Kind{ledger.Income, ledger.Expense} {
				p.Group(kind.Label())
				for _, a := range b.Accounts {
					if a.Kind != kind {
						continue
					}
					f := kit.AmountField(
						"amount_"+string(a.Code), string(a.Code)+" "+a.Name, "This year so far "+a.This.String()+", the year before "+a.Last.String()+".",
					)
					f.Required = false
					p.Row(f)
				}
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b treasury.Budget) (kit.Done, error) {
			amounts := map[ledger.Code]money.Cents{}
			for _, a := range b.Accounts {
				if field := "amount_" + string(a.Code); in.Text(field) != "" {
					amounts[a.Code] = in.Amount(field)
				}
			}
			return kit.Done{To: yearPath + "?last=" + b.Until.String(), Message: "The budget is saved."},
				s.treasury.SetBudget(c.Request().Context(), s.Actor(c), b.Until, in.Version(), amounts)
		},
	}
}
