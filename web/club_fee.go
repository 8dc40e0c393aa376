package web

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
)

// FeeLine is a payment on a club's return.
type FeeLine struct {
	Receipt, Day, Amount, Method, Reference string
	Reversed                                string // why it was taken back, or ""
	ReverseURL                              string
}

// feeLines are the payments received on a return; one that was taken back
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
		line := FeeLine{Receipt: p.Receipt.String(), Day: p.ReceivedOn.Long(), Amount: p.Amount.String(), Method: p.Method.Label(), Reference: p.Reference, Reversed: reasons[p.ID]}
		if v.MayPay && p.ReversedBy == 0 {
			line.ReverseURL = fmt.Sprintf("%s/payments/%d", returnURL(v.Return.ID), p.ID)
		}
		lines = append(lines, line)
	}
	return lines
}

// FeePage records money that came in from a club.
type FeePage struct {
	Page
	Facts  []Fact
	Action string
	Fields []Field
	Back   string
}

var feeView = newView[FeePage]("clubs/payment.html")

// returnPay asks for a payment on a return, clubPay for one that comes before
// its list.
func (s *Server) returnPay(c echo.Context) error { return s.showReturnPay(c, nil) }

func (s *Server) showReturnPay(c echo.Context, refused error) error {
	id, err := pathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	r, a := v.Return, v.Affiliation
	page := FeePage{
		Page:   s.page(c, "Record a payment", s.clubCrumbs(c, Crumb{v.Club.Name, clubDeskURL(v.Club.ID)}, Crumb{"List for " + r.Year.String(), returnURL(id)})...),
		Facts:  []Fact{{Label: "From", Value: v.Club.Name}, {Label: "For", Value: v.Rules.Days(r.Year).String()}},
		Action: returnURL(id) + "/payment", Back: returnURL(id),
	}
	amount := ""
	switch {
	case r.State == clubs.Confirmed:
		page.Facts = append(page.Facts, Fact{Label: "Fee", Trace: traceOf(a.Due().String(), a.FeeTrace)}, Fact{Label: "Paid so far", Value: a.Paid.String()}, Fact{Label: "Still to be paid", Value: a.Missing.String()})
		amount = a.Missing.Plain()
	case v.Preview != nil && v.Preview.Priced:
		page.Facts = append(page.Facts, Fact{Label: "Fee by the list", Trace: traceOf(v.Preview.Fee.String(), v.Preview.FeeTrace)}, Fact{Label: "Paid so far", Value: a.Paid.String()})
		amount = max(0, v.Preview.Fee-a.Paid).Plain()
	}
	return s.showFeeForm(c, page, amount, nil, refused)
}

func (s *Server) clubPay(c echo.Context) error { return s.showClubPay(c, nil) }

func (s *Server) showClubPay(c echo.Context, refused error) error {
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
		Page:   s.page(c, "Record a payment from "+club.Name, s.clubCrumbs(c, Crumb{club.Name, clubDeskURL(club.ID)})...),
		Facts:  []Fact{{Label: "From", Value: club.Name}},
		Action: clubURL(club.ID) + "/payment", Back: clubDeskURL(club.ID),
	}
	return s.showFeeForm(c, page, "", &year, refused)
}

func (s *Server) showFeeForm(c echo.Context, page FeePage, amount string, year *Field, refused error) error {
	status := http.StatusOK
	if refused != nil {
		if !page.invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	received, method := s.today().String(), string(treasury.Bank)
	if c.Request().Method == http.MethodPost {
		amount, received, method = formText(c, "amount"), formText(c, "received_on"), formText(c, "method")
	}
	if year != nil {
		page.Fields = append(page.Fields, *year)
	}
	page.Fields = append(page.Fields,
		page.field(Field{Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Value: amount, Required: true, Width: "short"}),
		page.field(Field{Name: "received_on", Label: "Received", Hint: "The day on which the money came in.", Type: "date", Value: received, Required: true, Width: "medium"}),
		methodField(method, page.errorOn("method")),
		page.field(Field{Name: "reference", Label: "Reference", Hint: "As on the bank statement; may stay empty.", Value: formText(c, "reference"), MaxLength: 100}),
	)
	return feeView.render(c, status, page)
}

func (s *Server) returnPaySave(c echo.Context) error {
	id, err := pathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	return s.receiveFee(c, clubs.FeeInput{Return: id}, s.showReturnPay)
}

func (s *Server) clubPaySave(c echo.Context) error {
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

func (s *Server) receiveFee(c echo.Context, in clubs.FeeInput, again func(echo.Context, error) error) error {
	amount, err := money.Parse(formText(c, "amount"))
	if err != nil {
		amount = 0 // the service asks for it with the other fields
	}
	in.Amount, in.ReceivedOn = amount, formDay(c, "received_on")
	in.Method, in.Reference = treasury.Method(formText(c, "method")), formText(c, "reference")
	settled, err := s.clubs.ReceiveFee(c.Request().Context(), s.actor(c), in)
	if err != nil {
		return again(c, err)
	}
	s.flash(c, KindSuccess, fmt.Sprintf("%s is recorded, receipt %s. %s", settled.Payment.Amount, settled.Payment.Receipt, standingText(settled.Affiliation)))
	return seeOther(c, returnURL(settled.Return))
}

// ReversePage asks why a payment is taken back.
type ReversePage struct {
	Page
	Facts  []Fact
	Effect string
	Action string
	Field  Field
	Back   string
}

var reverseView = newView[ReversePage]("clubs/reverse.html")

func (s *Server) paymentReverse(c echo.Context) error { return s.showReverse(c, nil) }

func (s *Server) showReverse(c echo.Context, refused error) error {
	v, p, err := s.paymentAt(c)
	if err != nil {
		return err
	}
	page := ReversePage{
		Page:   s.page(c, "Take back a payment", s.clubCrumbs(c, Crumb{v.Club.Name, clubDeskURL(v.Club.ID)}, Crumb{"List for " + v.Return.Year.String(), returnURL(v.Return.ID)})...),
		Facts:  []Fact{{Label: "Receipt", Value: p.Receipt.String()}, {Label: "From", Value: v.Club.Name}, {Label: "Amount", Value: p.Amount.String()}, {Label: "Received", Value: p.ReceivedOn.Long()}},
		Action: fmt.Sprintf("%s/payments/%d", returnURL(v.Return.ID), p.ID), Back: returnURL(v.Return.ID),
	}
	if a := v.Affiliation; a.Standing == clubs.Effective && a.Paid-p.Amount < a.Due() {
		page.Effect = "The fee is then no longer full: the terms of this list end as if they had not begun, and begin anew when the rest is paid."
	}
	status := http.StatusOK
	if refused != nil {
		if !page.invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	page.Field = page.Page.field(Field{Name: "reason", Label: "Reason", Value: formText(c, "reason"), Required: true})
	return reverseView.render(c, status, page)
}

// paymentAt finds the payment that the address names on its return.
func (s *Server) paymentAt(c echo.Context) (clubs.View, treasury.Payment, error) {
	id, err := pathID[clubs.ReturnID](c, "id")
	if err != nil {
		return clubs.View{}, treasury.Payment{}, err
	}
	payment, err := pathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return clubs.View{}, treasury.Payment{}, err
	}
	v, err := s.clubs.View(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return v, treasury.Payment{}, err
	}
	for _, p := range v.Payments {
		if p.ID == payment && p.Reverses == 0 {
			return v, p, nil
		}
	}
	return v, treasury.Payment{}, apperr.New(apperr.NotFound, "There is no such payment on this return.")
}

func (s *Server) paymentReverseSave(c echo.Context) error {
	v, p, err := s.paymentAt(c)
	if err != nil {
		return err
	}
	settled, err := s.clubs.ReverseFee(c.Request().Context(), s.actor(c), p.ID, formText(c, "reason"))
	if err != nil {
		return s.showReverse(c, err)
	}
	s.flash(c, KindSuccess, "The payment "+p.Receipt.String()+" is taken back. "+standingText(settled.Affiliation))
	return seeOther(c, returnURL(v.Return.ID))
}

// returnReceipt answers with the receipt of a return's latest payment.
func (s *Server) returnReceipt(c echo.Context) error {
	id, err := pathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	standing := treasury.Standing(v.Payments)
	if len(standing) == 0 {
		return apperr.New(apperr.NotFound, "No payment has been received on this return, so there is no receipt.")
	}
	out := receiptOf(v, standing)
	var b bytes.Buffer
	if err := reports.ClubReceiptPDF(&b, out); err != nil {
		return err
	}
	return sendFile(c, formatPDF, "receipt-"+out.Number, b.Bytes())
}

func receiptOf(v clubs.View, standing []treasury.Payment) reports.ClubReceipt {
	r, a, last := v.Return, v.Affiliation, standing[len(standing)-1]
	out := reports.ClubReceipt{
		Number: last.Receipt.String(), Issued: last.RecordedAt.Date(), IssuedBy: v.Names[last.RecordedBy],
		Club: v.Club.Name, Year: v.Rules.Days(r.Year).String(), Paid: a.Paid, Total: a.Due(), FeeReceived: r.FeeComplete, Effective: r.From,
	}
	if out.IssuedBy != "" {
		out.IssuedBy += ", Treasurer"
	}
	if r.State == clubs.Confirmed {
		out.ListReceived, out.RateSource = r.ListReceived, v.Rate.Source()
		out.Lines = []reports.ChargeLine{{Text: "Members at the annual subscription", Count: r.Charged, Rate: r.RateAmount, Amount: r.Fee}}
		if a.Waived > 0 {
			out.Lines = append(out.Lines, reports.ChargeLine{Text: "Waived", Count: int(a.Waived / max(1, r.RateAmount)), Rate: -r.RateAmount, Amount: -a.Waived})
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
