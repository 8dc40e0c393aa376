package people

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// unusedFacts are the subscriptions that a person paid for years that never came about, with what can be decided.
func (s *Desk) unusedFacts(c echo.Context, id members.PersonID) (facts []kit.Fact, err error) {
	actor := s.Actor(c)
	all, err := s.treasury.Unused(c.Request().Context(), actor, id)
	if err != nil {
		return nil, err
	}
	keeper := auth.Can(actor, auth.KeepBooks, auth.Object{}, s.Today())
	for _, u := range all {
		f := kit.Fact{Label: "Paid for " + u.Year.String() + ", and not used", Value: u.Amount.String() + ": the treasurer decides"}
		if u.Kept != "" {
			f.Value = u.Amount.String() + ": is not paid back. " + u.Kept
		}
		if keeper {
			f.URL = unusedURL(u)
			f.Value += " (decide)"
		}
		facts = append(facts, f)
	}
	return facts, nil
}

func unusedURL(u treasury.Unused) string {
	return kit.PersonURL(u.Person) + "/unused/" + kit.IDText(u.Payment)
}

// unused decides about a subscription that was paid for a year that never came about.
func (s *Desk) unused() kit.Form[treasury.Unused] {
	return kit.Form[treasury.Unused]{
		Site: s.Site, Load: s.unusedAt,
		Show: func(c echo.Context, p *kit.FormPage, u treasury.Unused) error {
			at := kit.PersonURL(u.Person)
			p.Page = s.Page(c, "Subscription that was not used", registerCrumb,
				s.crumbOf(c, u.Person))
			p.Action, p.Submit, p.Back = unusedURL(u), "Record the decision", at
			p.Facts = []kit.Fact{
				{Label: "Year", Value: u.Year.String()}, {Label: "Paid", Value: u.Amount.String()},
				{Label: "Receipt", Value: u.Receipt.String()},
			}
			if u.Kept != "" {
				p.Facts = append(p.Facts, kit.Fact{Label: "Decided until now", Value: "Not paid back: " + u.Kept})
			}
			p.Say("The term was cancelled before its first day. No rule of the constitution says what becomes of the money. " +
				"A credit is taken by the next invoice, or paid back on the page of the credit: two officers approve that (rule 3.4).")
			p.Group("", kit.Field{Name: "decision", Label: "What is done", Type: "radios", Required: true, Options: []kit.Option{
				{Value: treasury.CreditUnused, Label: "Credit " + u.Amount.String() + ": it can then be paid back"},
				{Value: treasury.KeepUnused, Label: "Keep it"},
			}}, kit.Field{
				Name: "reason", Label: "Reason", Required: true, MaxLength: 500, Hint: "The member and the officers can read it.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, u treasury.Unused) (kit.Done, error) {
			message := "Recorded: it is not paid back."
			if in.Text("decision") == treasury.CreditUnused {
				message = u.Amount.String() + " is now a credit."
			}
			return kit.Done{To: kit.PersonURL(u.Person), Message: message},
				s.clubs.DecideUnused(c.Request().Context(), s.Actor(c), treasury.UnusedInput{
					Person: u.Person, Payment: u.Payment, Decision: in.Text("decision"), Reason: in.Text("reason"),
				})
		},
	}
}

func (s *Desk) unusedAt(c echo.Context) (treasury.Unused, error) {
	person, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return treasury.Unused{}, err
	}
	id, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return treasury.Unused{}, err
	}
	all, err := s.treasury.Unused(c.Request().Context(), s.Actor(c), person)
	if err != nil {
		return treasury.Unused{}, err
	}
	for _, u := range all {
		if u.Payment == id {
			return u, nil
		}
	}
	return treasury.Unused{}, apperr.New(apperr.NotFound, "Page not found.")
}
