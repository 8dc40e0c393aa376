package committee

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

func (s *Desk) outPaymentNew(c echo.Context) error {
	return s.showOutPaymentForm(c, filled("day", s.Today().String(), "method", string(constitution.Transfer)), nil)
}

func (s *Desk) showOutPaymentForm(c echo.Context, v typed, refused error) error {
	page := CommitteeForm{
		Page:   s.Page(c, "Ask for a payment", committeeCrumb, kit.Crumb{Label: "Payments", URL: kit.OutPaymentsPath}),
		Action: kit.OutPaymentsPath + "/new", Submit: "Ask for it", Back: kit.OutPaymentsPath,
		Intro: kit.CiteRules(
			"Different officers approve a payment before it is made (rule 3.4). The person being paid cannot be one of them.",
		),
	}
	fields, err := s.outPaymentFields(c)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, fields, nil)
}

func (s *Desk) outPaymentFields(c echo.Context) (func(p *kit.Page, v typed) []kit.FieldGroup, error) {
	seats, err := s.committee.Seats(c.Request().Context(), s.Actor(c), s.Today())
	if err != nil {
		return nil, err
	}
	authority, err := s.authorityField(c, "By resolution", "None is named")
	if err != nil {
		return nil, err
	}
	return func(p *kit.Page, v typed) []kit.FieldGroup {
		decided := authority
		decided.Options = append([]kit.Option(nil), authority.Options...)
		way := kit.Field{Name: "method", Label: "How it is to be paid", Type: "radios", Required: true}
		for _, m := range committee.PaymentMethods {
			way.Options = append(way.Options, kit.Option{Value: string(m), Label: committee.MethodLabel(m)})
		}
		return []kit.FieldGroup{
			{Legend: "Who is paid", Fields: []kit.Field{
				v.fieldOf(p, kit.Field{
					Name: "payee_person", Label: "Someone on the committee", Type: "select",
					Options: peopleOptions("No: someone else", seats.People()),
				}),
				v.fieldOf(p, kit.Field{
					Name: "payee", Label: "Or someone else", Hint: "The name on the invoice or claim.", MaxLength: 200,
				}),
			}},
			{Legend: "What for", Fields: []kit.Field{
				v.fieldOf(p, kit.Field{
					Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Width: "short", Required: true,
				}),
				v.fieldOf(p, kit.Field{Name: "purpose", Label: "Purpose", Type: "textarea", Rows: 3, Required: true}),
				v.fieldOf(p, dayField("day", "Date of the invoice or claim", "")),
				v.fieldOf(p, kit.Field{
					Name: "attachment", Label: "Where the invoice is", Hint: "Its number, or where it is filed.", MaxLength: 200,
				}),
			}},
			{Legend: "How", Fields: []kit.Field{v.fieldOf(p, way), v.fieldOf(p, decided)}},
		}
	}, nil
}

func (v typed) paymentInput() committee.PaymentInput {
	return committee.PaymentInput{
		Payee: v.text("payee"), PayeeID: v.person("payee_person"), Amount: v.amount("amount"), Purpose: v.text("purpose"),
		Day:    v.day("day"),
		Method: constitution.PaymentMethod(v.text("method")), Attachment: v.text("attachment"), Resolution: v.resolution(),
	}
}

func (s *Desk) outPaymentAsk(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	id, err := s.committee.AskPayment(c.Request().Context(), s.Actor(c), v.paymentInput())
	if refused := v.refusal(err); refused != nil {
		return s.showOutPaymentForm(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "Your request was recorded. Officers approve it next.")
	return kit.SeeOther(c, kit.Below(kit.OutPaymentsPath, id))
}

// paymentTyped is a request as it stands in its form.
func paymentTyped(p committee.Payment) typed {
	v := filled(
		"payee", p.Payee, "amount", p.Amount.Plain(), "purpose", p.Purpose, "day", p.Day.String(), "method", string(p.Method),
		"attachment", p.Attachment, "version", kit.IDText(p.Version),
	)
	if p.PayeeID != 0 {
		v.values.Set("payee_person", kit.IDText(p.PayeeID))
		v.values.Set("payee", "")
	}
	if p.Resolution.ID != 0 {
		v.values.Set("resolution", kit.IDText(p.Resolution.ID))
	}
	return v
}

func (s *Desk) outPaymentEdit(c echo.Context) error {
	p, err := s.paymentOf(c)
	if err != nil {
		return err
	}
	return s.showOutPaymentEdit(c, p, paymentTyped(p), nil)
}

func (s *Desk) showOutPaymentEdit(c echo.Context, p committee.Payment, v typed, refused error) error {
	here := kit.Below(kit.OutPaymentsPath, p.ID)
	page := CommitteeForm{
		Page: s.Page(
			c, "Change the request", committeeCrumb, kit.Crumb{Label: "Payments", URL: kit.OutPaymentsPath},
			kit.Crumb{Label: p.Amount.String() + " to " + p.Payee, URL: here},
		),
		Action: here + "/edit", Submit: "Save", Back: here,
	}
	if len(p.Approvals) > 0 {
		page.Submit = "Ask for the changed payment"
		page.Intro = kit.CiteRules(
			"An approved request is not changed. This makes a new request, which replaces the old one and starts the " +
				"approvals again (rule 3.4).",
		)
	}
	fields, err := s.outPaymentFields(c)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, fields, func() (typed, int64, error) {
		now, err := s.committee.Payment(c.Request().Context(), s.Actor(c), p.ID)
		return paymentTyped(now), now.Version, err
	})
}

func (s *Desk) outPaymentChange(c echo.Context) error {
	p, err := s.paymentOf(c)
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	id, err := s.committee.ChangePayment(c.Request().Context(), s.Actor(c), p.ID, v.version(), v.paymentInput())
	if refused := v.refusal(err); refused != nil {
		return s.showOutPaymentEdit(c, p, v, refused)
	}
	message := "Saved."
	if id != p.ID {
		message = "The changed request was recorded. Its approvals start again."
	}
	s.Flash(c, kit.KindSuccess, message)
	return kit.SeeOther(c, kit.Below(kit.OutPaymentsPath, id))
}
