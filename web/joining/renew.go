package joining

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
	"nzgs/web/kit"
)

// Renewal is what whoever is signed in can do about the next term, for their page.
func (s *Desk) Renewal(c echo.Context, page *kit.Page) (kit.Renewal, error) {
	r, err := s.joining.Renewal(c.Request().Context(), s.Actor(c))
	if err != nil {
		return kit.Renewal{}, err
	}
	out := kit.Renewal{Why: kit.CiteRules(r.Why)}
	for _, b := range r.Open {
		if b.Bill.Open() <= 0 {
			out.Says = append(out.Says, "Your subscription for "+b.Year.String()+" is paid, and no term began: "+b.Stuck+" Ask the treasurer.")
			continue
		}
		out.Says = append(out.Says, "Your membership for "+b.Year.String()+" begins once "+b.Bill.Open().String()+" is there.")
		out.Facts = append(out.Facts, kit.Fact{Label: "To pay for " + b.Year.String(), Value: b.Bill.Open().String() + ", by " + b.Bill.Due.Long(), URL: kit.OwnInvoicesPath},
			kit.Fact{Label: "Payment reference", Value: b.Bill.Number.Reference()})
		if r.Account != "" {
			out.Facts = append(out.Facts, kit.Fact{Label: "Pay into", Value: r.Account})
		}
	}
	for _, o := range r.Offers {
		year := o.Rules.Days(o.Year).String()
		out.Facts = append(out.Facts,
			kit.Fact{Label: "Subscription for " + o.Year.String(), Trace: new(kit.RuleTrace(o.Price.Amount.String(), o.Price.Trace(o.Rules)))},
			kit.Fact{Label: "Registered until, if you paid today", Trace: new(kit.RuleTrace(o.Registration.To.Long(), o.Registration.Trace))})
		label := "Renew for " + year
		if o.Registration.NewMember() {
			label = "Join again: I consent to being a member for " + year
		}
		out.Buttons = append(out.Buttons, page.Button("renew"+kit.IDText(int64(o.Year)), renewPath, label,
			kit.Hidden{Name: "year", Value: kit.IDText(int64(o.Year))}))
	}
	return out, nil
}

// renew asks whoever is signed in for the subscription of a year.
func (s *Desk) renew(c echo.Context) error {
	i, err := s.joining.Renew(c.Request().Context(), s.Actor(c), members.Year(kit.FormID[int64](c, "year")))
	if err != nil {
		return s.RefusedAt(c, err, "/me")
	}
	text := "Invoice " + i.Number.String() + ": pay " + i.Open().String() + " with the reference " + i.Number.Reference() +
		". Your membership begins once the money is there."
	if i.Open() <= 0 {
		text = "Renewed: what you had paid ahead has paid it."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, "/me")
}
