package society

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// FeeLine is a payment on a club's return.
type FeeLine struct {
	Receipt, Day, Amount, Method, Reference string
	Reversed                                string // why it was reversed, or ""
	ReverseURL                              string
}

// feeLines are the payments received on a return; one that was reversed
// stays in sight with its reason.
func feeLines(v clubs.View) []FeeLine {
	reasons := map[treasury.PaymentID]string{}
	for _, p := range v.Payments {
		if p.Reverses != 0 {
			reasons[p.Reverses] = p.Reason
		}
	}
	var lines []FeeLine
	for _, p := range v.Payments {
		if p.Reverses != 0 {
			continue
		}
		line := FeeLine{
			Receipt: p.Receipt.String(), Day: p.ReceivedOn.Long(), Amount: p.Amount.String(), Method: p.Method.Label(),
			Reference: p.Reference, Reversed: reasons[p.ID],
		}
		if v.MayPay && p.ReversedBy == 0 {
			line.ReverseURL = fmt.Sprintf("%s/payments/%d", kit.ReturnURL(v.Return.ID), p.ID)
		}
		lines = append(lines, line)
	}
	return lines
}

// FeePage records money that came in from a club.
type FeePage struct {
	kit.Page
	Facts  []kit.Fact
	Action string
	Fields []kit.Field
	Back   string
}

var feeView = kit.NewView[FeePage](templates, "clubs/payment.html")

// returnPay asks for a payment on a return, clubPay for one that comes before
// its list.
func (s *Desk) returnPay(c echo.Context) error { return s.showReturnPay(c, nil) }

func (s *Desk) showReturnPay(c echo.Context, refused error) error {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	r, a := v.Return, v.Affiliation
	page := FeePage{
		Page: s.Page(
			c, "Record a payment",
			s.clubCrumbs(c, kit.Crumb{
				Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID),
			}, kit.Crumb{Label: "List for " + r.Year.String(), URL: kit.ReturnURL(id)})...,
		),
		Facts:  []kit.Fact{{Label: "From", Value: v.Club.Name}, {Label: "For", Value: v.Rules.Days(r.Year).String()}},
		Action: kit.ReturnURL(id) + "/payment", Back: kit.ReturnURL(id),
	}
	amount := ""
	switch {
	case r.State == clubs.Confirmed:
		page.Facts = append(
			page.Facts, kit.Fact{Label: "Fee", Trace: new(kit.RuleTrace(a.Due().String(), a.FeeTrace))},
			kit.Fact{Label: "Paid so far", Value: a.Paid.String()},
			kit.Fact{Label: "Still to be paid", Value: a.Missing.String()},
		)
		amount = a.Missing.Plain()
	case v.Preview != nil && v.Preview.Priced:
		page.Facts = append(
			page.Facts,
			kit.Fact{Label: "Fee by the list", Trace: new(kit.RuleTrace(v.Preview.Fee.String(), v.Preview.FeeTrace))},
			kit.Fact{Label: "Paid so far", Value: a.Paid.String()},
		)
		amount = max(0, v.Preview.Fee-a.Paid).Plain()
	}
	return s.showFeeForm(c, page, amount, nil, refused)
}

func (s *Desk) clubPay(c echo.Context) error { return s.showClubPay(c, nil) }

func (s *Desk) showClubPay(c echo.Context, refused error) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	year := s.yearField(rules, s.formYear(c, rules))
	page := FeePage{
		Page: s.Page(
			c, "Record a payment from "+club.Name,
			s.clubCrumbs(c, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(club.ID)})...,
		),
		Facts:  []kit.Fact{{Label: "From", Value: club.Name}},
		Action: kit.ClubURL(club.ID) + "/payment", Back: kit.ClubDeskURL(club.ID),
	}
	return s.showFeeForm(c, page, "", &year, refused)
}

func (s *Desk) showFeeForm(c echo.Context, page FeePage, amount string, year *kit.Field, refused error) error {
	status := http.StatusOK
	if refused != nil {
		if !page.Invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	received, method := s.Today().String(), string(treasury.Bank)
	if c.Request().Method == http.MethodPost {
		amount, received, method = kit.FormText(c, "amount"), kit.FormText(c, "received_on"), kit.FormText(c, "method")
	}
	if year != nil {
		page.Fields = append(page.Fields, *year)
	}
	page.Fields = append(page.Fields,
		page.Field(kit.Field{
			Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Value: amount, Required: true, Width: "short",
		}),
		page.Field(kit.Field{
			Name: "received_on", Label: "Received", Hint: "The day on which the money came in.", Type: "date", Value: received,
			Required: true, Width: "medium",
		}),
		methodField(method, page.ErrorOn("method")),
		page.Field(kit.Field{
			Name: "reference", Label: "Reference", Hint: "As on the bank statement. You may leave it empty.",
			Value: kit.FormText(c, "reference"), MaxLength: 100,
		}),
	)
	return feeView.Render(c, status, page)
}

func (s *Desk) returnPaySave(c echo.Context) error {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	return s.receiveFee(c, clubs.FeeInput{Return: id}, s.showReturnPay)
}

func (s *Desk) clubPaySave(c echo.Context) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	return s.receiveFee(c, clubs.FeeInput{Club: club.ID, Year: s.formYear(c, rules)}, s.showClubPay)
}

func (s *Desk) receiveFee(c echo.Context, in clubs.FeeInput, again func(echo.Context, error) error) error {
	amount, err := money.Parse(kit.FormText(c, "amount"))
	if err != nil {
		amount = 0 // the service asks for it with the other fields
	}
	in.Amount, in.ReceivedOn = amount, formDay(c, "received_on")
	in.Method, in.Reference = treasury.Method(kit.FormText(c, "method")), kit.FormText(c, "reference")
	settled, err := s.clubs.ReceiveFee(c.Request().Context(), s.Actor(c), in)
	if err != nil {
		return again(c, err)
	}
	s.Flash(
		c, kit.KindSuccess,
		fmt.Sprintf(
			"%s is recorded, receipt %s. %s", settled.Payment.Amount, settled.Payment.Receipt, standingText(settled.Affiliation),
		),
	)
	return kit.SeeOther(c, kit.ReturnURL(settled.Return))
}

// ReversePage asks why a payment is reversed.
type ReversePage struct {
	kit.Page
	Facts  []kit.Fact
	Effect string
	Action string
	Field  kit.Field
	Back   string
}

var reverseView = kit.NewView[ReversePage](templates, "clubs/reverse.html")

func (s *Desk) paymentReverse(c echo.Context) error { return s.showReverse(c, nil) }

func (s *Desk) showReverse(c echo.Context, refused error) error {
	v, p, err := s.paymentAt(c)
	if err != nil {
		return err
	}
	page := ReversePage{
		Page: s.Page(
			c, "Reverse a payment",
			s.clubCrumbs(c, kit.Crumb{
				Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID),
			}, kit.Crumb{Label: "List for " + v.Return.Year.String(), URL: kit.ReturnURL(v.Return.ID)})...,
		),
		Facts: []kit.Fact{
			{Label: "Receipt", Value: p.Receipt.String()}, {Label: "From", Value: v.Club.Name},
			{Label: "Amount", Value: p.Amount.String()}, {Label: "Received", Value: p.ReceivedOn.Long()},
		},
		Action: fmt.Sprintf("%s/payments/%d", kit.ReturnURL(v.Return.ID), p.ID), Back: kit.ReturnURL(v.Return.ID),
	}
	if a := v.Affiliation; a.Standing == clubs.Effective && a.Paid-p.Amount < a.Due() {
		page.Effect = "The fee will then not be fully paid: the terms of this list end as if they had never begun, and " +
			"begin again when the rest is paid."
	}
	status := http.StatusOK
	if refused != nil {
		if !page.Invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	page.Field = page.Page.Field(kit.Field{
		Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Required: true,
	})
	return reverseView.Render(c, status, page)
}

// paymentAt finds the payment that the address names on its return.
func (s *Desk) paymentAt(c echo.Context) (clubs.View, treasury.Payment, error) {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return clubs.View{}, treasury.Payment{}, err
	}
	payment, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return clubs.View{}, treasury.Payment{}, err
	}
	v, err := s.clubs.View(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return v, treasury.Payment{}, err
	}
	for _, p := range v.Payments {
		if p.ID == payment && p.Reverses == 0 {
			return v, p, nil
		}
	}
	return v, treasury.Payment{}, apperr.New(apperr.NotFound, "Payment not found on this return.")
}

func (s *Desk) paymentReverseSave(c echo.Context) error {
	v, p, err := s.paymentAt(c)
	if err != nil {
		return err
	}
	settled, err := s.clubs.ReverseFee(c.Request().Context(), s.Actor(c), p.ID, kit.FormText(c, "reason"))
	if err != nil {
		return s.showReverse(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The payment "+p.Receipt.String()+" is reversed. "+standingText(settled.Affiliation))
	return kit.SeeOther(c, kit.ReturnURL(v.Return.ID))
}

// returnReceipt answers with the receipt of a return's latest payment.
func (s *Desk) returnReceipt(c echo.Context) error {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	standing := treasury.Standing(v.Payments)
	if len(standing) == 0 {
		return apperr.New(apperr.NotFound, "No payment has been received on this return, so there is no receipt.")
	}
	out := receiptOf(v, standing)
	var b bytes.Buffer
	if err := s.Press().ClubReceiptPDF(&b, out); err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatPDF, "receipt-"+out.Number, b.Bytes())
}

func receiptOf(v clubs.View, standing []treasury.Payment) reports.ClubReceipt {
	r, a, last := v.Return, v.Affiliation, standing[len(standing)-1]
	out := reports.ClubReceipt{
		Number: last.Receipt.String(), Issued: last.RecordedAt.Date(), IssuedBy: v.Names[last.RecordedBy],
		Club: v.Club.Name, Year: v.Rules.Days(r.Year).String(), Paid: a.Paid, Total: a.Due(), FeeReceived: r.FeeComplete,
		Effective: r.From,
	}
	if out.IssuedBy != "" {
		out.IssuedBy += ", Treasurer"
	}
	if r.State == clubs.Confirmed {
		out.ListReceived, out.RateSource = r.ListReceived, v.Rate.Source()
		out.Lines = []reports.ChargeLine{
			{Text: "Members at the annual subscription", Count: r.Charged, Rate: r.RateAmount, Amount: r.Fee},
		}
		if a.Waived > 0 {
			out.Lines = append(out.Lines, reports.ChargeLine{
				Text: "Waived", Count: int(a.Waived / max(1, r.RateAmount)), Rate: -r.RateAmount, Amount: -a.Waived,
			})
		}
	}
	for _, p := range standing {
		note := fmt.Sprintf("%s received %s (%s), receipt %s", p.Amount, p.ReceivedOn.Long(), p.Method.Label(), p.Receipt)
		out.Notes = append(out.Notes, note)
	}
	if a.Over > 0 {
		out.Notes = append(out.Notes, a.Over.String()+" more than the fee was paid.")
	}
	if a.Standing == clubs.TooLate {
		out.Notes = append(out.Notes, "The full fee came after the subscription year: the club was not affiliated in it.")
	}
	return out
}
