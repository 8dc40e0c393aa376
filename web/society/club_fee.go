package society

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

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
		if !p.Payer.IsZero() {
			line.Method += ", paid by " + treasury.SomeoneElse
			if !v.MayPay { // what someone else wrote to the bank may say who they are
				line.Reference = ""
				if line.Reversed != "" {
					line.Reversed = treasury.ReasonKept
				}
			}
		}
		if v.MayPay && p.ReversedBy == 0 {
			line.ReverseURL = fmt.Sprintf("%s/payments/%d", kit.ReturnURL(v.Return.ID), p.ID)
		}
		lines = append(lines, line)
	}
	return lines
}

// payReturn records money that came in on a return.
func (s *Desk) payReturn() kit.Form[clubs.View] {
	return kit.Form[clubs.View]{
		Site: s.Site, Load: kit.ByID(s.Site, s.clubs.View),
		Fill: func(_ echo.Context, in *kit.Filling, v clubs.View) {
			s.fillFee(in)
			switch {
			case v.Return.State == clubs.Confirmed:
				in.Set("amount", v.Affiliation.Missing.Plain())
			case v.Preview != nil && v.Preview.Priced:
				in.Set("amount", max(0, v.Preview.Fee-v.Affiliation.Paid).Plain())
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, v clubs.View) error {
			r, a, here := v.Return, v.Affiliation, kit.ReturnURL(v.Return.ID)
			p.Page = s.Page(c, "Record a payment", s.returnCrumbs(c, v)...)
			p.Action, p.Submit, p.Back = here+"/payment", "Record the payment", here
			p.Facts = []kit.Fact{{Label: "From", Value: v.Club.Name}, {Label: "For", Value: v.Rules.Days(r.Year).String()}}
			switch {
			case r.State == clubs.Confirmed:
				p.Facts = append(
					p.Facts, kit.Fact{Label: "Fee", Trace: new(kit.RuleTrace(a.Due().String(), a.FeeTrace))},
					kit.Fact{Label: "Paid so far", Value: a.Paid.String()},
					kit.Fact{Label: "Still to be paid", Value: a.Missing.String()},
				)
			case v.Preview != nil && v.Preview.Priced:
				p.Facts = append(
					p.Facts,
					kit.Fact{Label: "Fee by the list", Trace: new(kit.RuleTrace(v.Preview.Fee.String(), v.Preview.FeeTrace))},
					kit.Fact{Label: "Paid so far", Value: a.Paid.String()},
				)
			}
			p.Group("", feeFields()...)
			return s.askPayer(c, p)
		},
		Take: func(c echo.Context, in *kit.Filling, v clubs.View) (kit.Done, error) {
			return s.receiveFee(c, in, clubs.FeeInput{Return: v.Return.ID})
		},
	}
}

// payClub records money that comes before its list.
func (s *Desk) payClub() kit.Form[clubs.Club] {
	return kit.Form[clubs.Club]{
		Site: s.Site, Load: s.clubAt,
		Fill: func(c echo.Context, in *kit.Filling, _ clubs.Club) {
			s.fillFee(in)
			in.Set("year", c.QueryParam("year"))
		},
		Show: func(c echo.Context, p *kit.FormPage, club clubs.Club) error {
			rules, err := s.governance.Today(c.Request().Context())
			if err != nil {
				return err
			}
			p.Page = s.Page(
				c, "Record a payment from "+club.Name,
				s.clubCrumbs(c, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(club.ID)})...,
			)
			p.Action, p.Submit, p.Back = kit.ClubURL(club.ID)+"/payment", "Record the payment", kit.ClubDeskURL(club.ID)
			p.Facts = []kit.Fact{{Label: "From", Value: club.Name}}
			p.Group("", append([]kit.Field{s.yearField(p.In(), rules)}, feeFields()...)...)
			return s.askPayer(c, p)
		},
		Take: func(c echo.Context, in *kit.Filling, club clubs.Club) (kit.Done, error) {
			rules, err := s.governance.Today(c.Request().Context())
			if err != nil {
				return kit.Done{}, err
			}
			return s.receiveFee(c, in, clubs.FeeInput{Club: club.ID, Year: s.yearOf(in, rules)})
		},
	}
}

func (s *Desk) fillFee(in *kit.Filling) {
	in.SetDay("received_on", s.Today())
	in.Set("method", string(treasury.Bank))
}

func feeFields() []kit.Field {
	received := kit.DayField("received_on", "Received", "The day on which the money came in.")
	received.Required = true
	return []kit.Field{kit.AmountField("amount", "Amount", ""), received, methodField(), referenceField()}
}

// paidBy is who a form says paid in another's place.
func (s *Desk) paidBy(c echo.Context, in *kit.Filling) (treasury.Payer, error) {
	p, err := s.Payer(c, in)
	return treasury.Payer{
		Party: treasury.PartyOf(p.Person, p.Club), Name: p.Name, Address: p.Address, Email: p.Email, Quiet: p.Quiet,
	}, err
}

// askPayer asks who paid, where it was someone else.
func (s *Desk) askPayer(c echo.Context, p *kit.FormPage) error {
	list, err := s.clubs.Clubs(c.Request().Context())
	var options []kit.Option
	for _, one := range list {
		options = append(options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	p.AskPayer(options)
	return err
}

func referenceField() kit.Field {
	return kit.Field{
		Name: "reference", Label: "Reference", Hint: "As on the bank statement. You may leave it empty.", MaxLength: 100,
	}
}

func (s *Desk) receiveFee(c echo.Context, in *kit.Filling, fee clubs.FeeInput) (kit.Done, error) {
	fee.Amount, fee.ReceivedOn = in.Amount("amount"), in.Day("received_on")
	fee.Method, fee.Reference = treasury.Method(in.Text("method")), in.Text("reference")
	var err error
	if fee.PaidBy, err = s.paidBy(c, in); err != nil {
		return kit.Done{}, err
	}
	settled, err := s.clubs.ReceiveFee(c.Request().Context(), s.Actor(c), fee)
	return kit.Done{To: kit.ReturnURL(settled.Return), Message: fmt.Sprintf(
		"%s is recorded, receipt %s. %s", settled.Payment.Amount, settled.Payment.Receipt, standingText(settled.Affiliation),
	)}, err
}

// clubPayment is a payment on a return.
type clubPayment struct {
	clubs.View
	payment treasury.Payment
}

// reverseFee reverses a payment on a return.
func (s *Desk) reverseFee() kit.Form[clubPayment] {
	return kit.Form[clubPayment]{
		Site: s.Site, Load: s.paymentAt,
		Show: func(c echo.Context, page *kit.FormPage, v clubPayment) error {
			page.Page = s.Page(c, "Reverse a payment", s.returnCrumbs(c, v.View)...)
			page.Back = kit.ReturnURL(v.Return.ID)
			page.Action = fmt.Sprintf("%s/payments/%d", page.Back, v.payment.ID)
			effect := ""
			if a := v.Affiliation; a.Standing == clubs.Effective && a.Paid-v.payment.Amount < a.Due() {
				effect = "The fee will then not be fully paid: the terms of this list end as if they had never begun, and " +
					"begin again when the rest is paid."
			}
			showReverse(page, v.payment, v.Club.Name, effect)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v clubPayment) (kit.Done, error) {
			settled, err := s.clubs.ReverseFee(c.Request().Context(), s.Actor(c), v.payment.ID, in.Text("reason"))
			return kit.Done{
				To:      kit.ReturnURL(v.Return.ID),
				Message: "The payment " + v.payment.Receipt.String() + " is reversed. " + standingText(settled.Affiliation),
			}, err
		},
	}
}

// showReverse asks why a payment is reversed, and says what that leads to.
func showReverse(page *kit.FormPage, p treasury.Payment, from, effect string) {
	page.Submit, page.Kind = "Reverse the payment", "danger"
	page.Say("For a payment that bounced or was recorded by mistake. It stays in the records with the reason, and its " +
		"receipt number is not used again.")
	page.Facts = []kit.Fact{
		{Label: "Receipt", Value: p.Receipt.String()}, {Label: "From", Value: from},
		{Label: "Amount", Value: p.Amount.String()}, {Label: "Received", Value: p.ReceivedOn.Long()},
	}
	if effect != "" {
		page.Findings = []kit.Finding{{Kind: kit.KindWarning, Text: kit.CiteRules(effect)}}
	}
	page.Group("", kit.Field{Name: "reason", Label: "Reason", Required: true})
}

// returnCrumbs is the way down to a page below a return's.
func (s *Desk) returnCrumbs(c echo.Context, v clubs.View) []kit.Crumb {
	return s.clubCrumbs(
		c, kit.Crumb{Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID)},
		kit.Crumb{Label: "List for " + v.Return.Year.String(), URL: kit.ReturnURL(v.Return.ID)},
	)
}

// paymentAt finds the payment that the address names on its return.
func (s *Desk) paymentAt(c echo.Context) (clubPayment, error) {
	payment, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return clubPayment{}, err
	}
	v, err := kit.ByID(s.Site, s.clubs.View)(c)
	if err != nil {
		return clubPayment{}, err
	}
	for _, p := range v.Payments {
		if p.ID == payment && p.Reverses == 0 {
			return clubPayment{v, p}, nil
		}
	}
	return clubPayment{}, apperr.New(apperr.NotFound, "Payment not found on this return.")
}

// ownPayments are the payments on a return that stand and that the club made: the receipt of another goes to who paid.
func ownPayments(v clubs.View) []treasury.Payment {
	return slices.DeleteFunc(treasury.Standing(v.Payments), func(p treasury.Payment) bool { return !p.Payer.IsZero() })
}

// returnReceipt answers with the receipt of a return's latest payment of the club.
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
	own := ownPayments(v)
	if len(own) == 0 {
		return apperr.New(apperr.NotFound, "Someone else paid on this return, and the receipt goes to who paid.")
	}
	out := receiptOf(v, standing, own[len(own)-1])
	var b bytes.Buffer
	if err := s.Press().ClubReceiptPDF(&b, out); err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatPDF, s.FileName("receipt "+out.Number, out.Club, out.Issued), b.Bytes())
}

// chargeLines are what a list was charged: the members at each rate, and those whose fee was waived.
func chargeLines(v clubs.View) (lines []reports.ChargeLine) {
	charged, waived := map[money.Cents]int{}, map[money.Cents]int{}
	for _, l := range v.Lines {
		if l.State != clubs.RowNew && l.State != clubs.RowMatch {
			continue
		}
		charged[l.Charge]++
		if !l.Row.Waiver.On.IsZero() {
			waived[l.Charge]++
		}
	}
	r := v.Return
	if r.Fee == r.RateAmount.Times(r.Charged) { // one rate; rows that were not charged stand with none
		charged = map[money.Cents]int{r.RateAmount: r.Charged}
	}
	for _, rate := range slices.Backward(slices.Sorted(maps.Keys(charged))) {
		text := "Members at the annual subscription"
		if rate != r.RateAmount {
			text = "Members at another rate"
		}
		lines = append(lines, reports.ChargeLine{Text: text, Count: charged[rate], Rate: rate, Amount: rate.Times(charged[rate])})
	}
	for _, rate := range slices.Backward(slices.Sorted(maps.Keys(waived))) {
		lines = append(lines, reports.ChargeLine{
			Text: "Waived", Count: waived[rate], Rate: -rate, Amount: -rate.Times(waived[rate]),
		})
	}
	return lines
}

func receiptOf(v clubs.View, standing []treasury.Payment, last treasury.Payment) reports.ClubReceipt {
	r, a := v.Return, v.Affiliation
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
		out.Lines = chargeLines(v)
	}
	for _, p := range standing {
		note := fmt.Sprintf("%s received %s (%s), receipt %s", p.Amount, p.ReceivedOn.Long(), p.Method.Label(), p.Receipt)
		if !p.Payer.IsZero() {
			note += ", paid by someone else, who has its receipt"
		}
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

func (s *Desk) clubAt(c echo.Context) (clubs.Club, error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return clubs.Club{}, err
	}
	return s.clubs.Club(c.Request().Context(), id)
}
