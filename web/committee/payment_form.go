package committee

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

var paymentsCrumb = kit.Crumb{Label: "Payments", URL: kit.OutPaymentsPath}

func (s *Desk) askPayment() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.SetDay("day", s.Today())
			in.Set("method", string(constitution.Transfer))
		},
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Ask for a payment", committeeCrumb, paymentsCrumb)
			page.Action, page.Submit, page.Back = kit.OutPaymentsPath+"/new", "Ask for it", kit.OutPaymentsPath
			page.Say(
				"Different officers approve a payment before it is made (rule 3.4). The person being paid cannot be one of them.",
			)
			return s.paymentFields(c, page, committee.Payment{})
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.committee.AskPayment(c.Request().Context(), s.Actor(c), paymentInput(in))
			return kit.Done{
				To: kit.Below(kit.OutPaymentsPath, id), Message: "Your request was recorded. Officers approve it next.",
			}, err
		},
	}
}

func (s *Desk) changePayment() kit.Form[committee.Payment] {
	return kit.Form[committee.Payment]{
		Site: s.Site, Load: s.paymentOf, Fill: fillPayment,
		Version: func(p committee.Payment) int64 { return p.Version },
		Show: func(c echo.Context, page *kit.FormPage, p committee.Payment) error {
			here := kit.Below(kit.OutPaymentsPath, p.ID)
			page.Page = s.Page(
				c, "Change the request", committeeCrumb, paymentsCrumb,
				kit.Crumb{Label: p.Amount.String() + " to " + p.Payee, URL: here},
			)
			page.Action, page.Submit, page.Back = here+"/edit", "Save", here
			if len(p.Approvals) > 0 {
				page.Submit = "Ask for the changed payment"
				page.Say(
					"An approved request is not changed. This makes a new request, which replaces the old one and starts the " +
						"approvals again (rule 3.4).",
				)
			}
			return s.paymentFields(c, page, p)
		},
		Take: func(c echo.Context, in *kit.Filling, p committee.Payment) (kit.Done, error) {
			id, err := s.committee.ChangePayment(c.Request().Context(), s.Actor(c), p.ID, in.Version(), paymentInput(in))
			done := kit.Done{To: kit.Below(kit.OutPaymentsPath, id), Message: "Saved."}
			if id != p.ID {
				done.Message = "The changed request was recorded. Its approvals start again."
			}
			return done, err
		},
	}
}

// fillPayment fills the form with a request as it is saved.
func fillPayment(_ echo.Context, in *kit.Filling, p committee.Payment) {
	if p.PayeeID == 0 {
		in.Set("payee", p.Payee)
	}
	kit.SetChosen(in, "payee_person", p.PayeeID)
	in.Set("amount", p.Amount.Plain())
	in.Set("purpose", p.Purpose)
	in.SetDay("day", p.Day)
	in.Set("method", string(p.Method))
	in.Set("attachment", p.Attachment)
	in.Set("account", string(p.Account))
	kit.SetChosen(in, "resolution", p.Resolution.ID)
}

// paymentFields are the fields of a request; one that pays a credit back names its member or club itself.
func (s *Desk) paymentFields(c echo.Context, page *kit.FormPage, p committee.Payment) error {
	seats, err := s.committee.Seats(c.Request().Context(), s.Actor(c), s.Today())
	if err != nil {
		return err
	}
	authority, err := s.authorityField(c, "By resolution", "None is named")
	if err != nil {
		return err
	}
	way := kit.Field{Name: "method", Label: "How it is to be paid", Type: "radios", Required: true}
	for _, m := range committee.PaymentMethods {
		way.Options = append(way.Options, kit.Option{Value: string(m), Label: committee.MethodLabel(m)})
	}
	refund := p.CountedUnder() == ""
	if refund {
		page.Facts = []kit.Fact{{Label: "Pays back the credit of", Value: p.Payee}}
	} else {
		page.Group("Who is paid",
			kit.Field{
				Name: "payee_person", Label: "Someone on the committee", Type: "select",
				Options: peopleOptions("No: someone else", seats.People()),
			},
			kit.Field{Name: "payee", Label: "Or someone else", Hint: "The name on the invoice or claim.", MaxLength: 200},
		)
	}
	page.Group("What for",
		kit.AmountField("amount", "Amount", ""),
		kit.Field{Name: "purpose", Label: "Purpose", Type: "textarea", Rows: 3, Required: true},
		kit.DayField("day", "Date of the invoice or claim", ""),
		kit.Field{
			Name: "attachment", Label: "Where the invoice is", Hint: "Its number, or where it is filed.", MaxLength: 200,
		},
	)
	how := []kit.Field{way, authority}
	if !refund {
		under, _, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		how = append(how, kit.Field{
			Name: "account", Label: "Counted under", Type: "select", Options: accountOptions("Other expenses", under),
			Hint: "The heading of the accounts that it stands under at the end of the year.",
		})
	}
	page.Group("How", how...)
	return nil
}

func paymentInput(in *kit.Filling) committee.PaymentInput {
	return committee.PaymentInput{
		Payee: in.Text("payee"), PayeeID: kit.Chosen[auth.PersonID](in, "payee_person"), Amount: in.Amount("amount"),
		Purpose: in.Lines("purpose"), Day: in.Day("day"), Method: constitution.PaymentMethod(in.Text("method")),
		Attachment: in.Text("attachment"), Resolution: chosenResolution(in),
		Account: committee.AccountCode(in.Text("account")),
	}
}

func accountOptions(none string, all []committee.AccountChoice) []kit.Option {
	options := []kit.Option{{Label: none}}
	for _, a := range all {
		options = append(options, kit.Option{Value: string(a.Code), Label: a.Label()})
	}
	return options
}
