package committee

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/reports"
	"nzgs/web/kit"
)

// OutPaymentsPage lists the requests for payments out.
type OutPaymentsPage struct {
	kit.Page
	Tabs  kit.Tabs
	Pills kit.Tabs
	Head  kit.ListHead
	Rows  []OutPaymentLine
	Empty *kit.Empty
}

// OutPaymentLine is a request in the list.
type OutPaymentLine struct {
	Payee, URL, Purpose string
	Day, Amount         string
	State               kit.Badge
	Approved            string // by whom
}

// OutPaymentPage is one request.
type OutPaymentPage struct {
	kit.Page
	Tabs     kit.Tabs
	State    kit.Badge
	Facts    []kit.Fact
	Purpose  string
	Approved []ApprovalLine
	Warnings []kit.RuleText
	Approve  *kit.PostButton // nil where the actor cannot; WhyNot says why
	WhyNot   kit.RuleText
	Change   *kit.Link
	Print    string
	Reject   *kit.SmallForm
	Paid     *kit.SmallForm

	from []committee.AccountChoice // that a payment can leave
}

// ApprovalLine is an officer's approval.
type ApprovalLine struct{ Name, As, At string }

var (
	outPaymentsView = kit.NewView[OutPaymentsPage](templates, "payments.html")
	outPaymentView  = kit.NewView[OutPaymentPage](templates, "payment.html")
)

func stageBadge(s committee.PaymentStage) kit.Badge {
	kind := kit.KindNeutral
	switch s {
	case committee.Requested, committee.FirstApproved:
		kind = kit.KindWarning
	case committee.Approved:
		kind = kit.KindInfo
	case committee.Paid:
		kind = kit.KindSuccess
	case committee.Rejected:
		kind = kit.KindError
	}
	return kit.Badge{Kind: kind, Text: s.Label()}
}

// paymentStage is the stage that the list is asked for; "" for all of them.
func paymentStage(c echo.Context) committee.PaymentStage {
	for _, s := range committee.PaymentStages {
		if string(s) == c.QueryParam("stage") {
			return s
		}
	}
	return ""
}

func (s *Desk) outPayments(c echo.Context) error {
	all, err := s.committee.Payments(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	chosen := paymentStage(c)
	at := c.Request().URL
	page := OutPaymentsPage{
		Page: s.Page(c, "Payments out", committeeCrumb), Tabs: committeeTabs(kit.OutPaymentsPath),
		Pills: stagePills(all, chosen),
	}
	for _, p := range ofStage(all, chosen) {
		page.Rows = append(page.Rows, OutPaymentLine{
			Payee: p.Payee, URL: kit.Below(kit.OutPaymentsPath, p.ID), Purpose: kit.Shortened(p.Purpose, 100),
			Day: p.Day.Long(), Amount: p.Amount.String(),
			State: stageBadge(p.Stage), Approved: approversText(p),
		})
	}
	page.Head = kit.ListHead{
		Count: someOf(len(page.Rows), len(all), "request", "requests"),
		Exports: []kit.Link{
			{Label: "XLSX", URL: kit.WithQuery(kit.OutPaymentsPath+".xlsx", at)},
			{Label: "CSV", URL: kit.WithQuery(kit.OutPaymentsPath+".csv", at)},
		},
	}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{
			Title:  "No requests here",
			Text:   "Ask for a payment here. Different officers approve it before it is made (rule 3.4).",
			Action: &kit.Link{Label: "Ask for a payment", URL: kit.OutPaymentsPath + "/new"},
		}
	}
	return outPaymentsView.Render(c, http.StatusOK, page)
}

func ofStage(all []committee.Payment, stage committee.PaymentStage) []committee.Payment {
	if stage == "" {
		return all
	}
	var out []committee.Payment
	for _, p := range all {
		if p.Stage == stage {
			out = append(out, p)
		}
	}
	return out
}

func stagePills(all []committee.Payment, chosen committee.PaymentStage) kit.Tabs {
	tabs := kit.Tabs{
		Label: "Requests by state",
		Items: []kit.NavItem{{Label: "All", URL: kit.OutPaymentsPath, Current: chosen == "", Count: strconv.Itoa(len(all))}},
	}
	for _, s := range committee.PaymentStages {
		if n := len(ofStage(all, s)); n > 0 || s == chosen {
			tabs.Items = append(tabs.Items, kit.NavItem{
				Label: s.Label(), URL: kit.OutPaymentsPath + "?stage=" + string(s), Current: s == chosen, Count: strconv.Itoa(n),
			})
		}
	}
	return tabs
}

func approversText(p committee.Payment) string {
	var out []string
	for _, a := range p.Approvals {
		out = append(out, a.Name)
	}
	return strings.Join(out, ", ")
}

func (s *Desk) outPaymentsFile(c echo.Context) error {
	all, err := s.committee.Payments(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Payments out", Note: "As at " + s.Today().Long(), Columns: []reports.Column{
		{Title: "No.", Width: 8}, {Title: "Payee", Width: 28}, {Title: "Amount", Width: 12}, {Title: "Purpose", Width: 50},
		{Title: "Date", Width: 12}, {Title: "Paid by", Width: 14},
		{Title: "Attachment", Width: 24}, {Title: "Resolution", Width: 12}, {Title: "State", Width: 24},
		{Title: "Approved by", Width: 36}, {Title: "Paid on", Width: 12}, {Title: "Reference", Width: 20},
		{Title: "Reason", Width: 36},
	}}
	for _, p := range ofStage(all, paymentStage(c)) {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(int(p.ID)), reports.Text(p.Payee), reports.Money(p.Amount), reports.Text(p.Purpose),
			reports.Date(p.Day), reports.Text(committee.MethodLabel(p.Method)),
			reports.Text(p.Attachment), reports.Text(p.Resolution.Number.String()), reports.Text(p.Stage.Label()),
			reports.Text(approversText(p)), reports.Date(p.PaidOn), reports.Text(p.Reference), reports.Text(p.Reason),
		})
	}
	return s.sendListed(c, "payments of the committee", t)
}

func (s *Desk) outPayment(c echo.Context) error {
	p, err := s.paymentOf(c)
	if err != nil {
		return err
	}
	return s.showOutPayment(c, p, kit.NewFilling(), nil)
}

func (s *Desk) paymentOf(c echo.Context) (committee.Payment, error) {
	return kit.ByID(s.Site, s.committee.Payment)(c)
}

// showOutPayment answers with a request, with what a refusal says beside the
// fields of the small forms on it.
func (s *Desk) showOutPayment(c echo.Context, p committee.Payment, in *kit.Filling, refused error) error {
	page := OutPaymentPage{
		Page: s.Page(c, p.Amount.String()+" to "+p.Payee, committeeCrumb, paymentsCrumb),
		Tabs: committeeTabs(kit.OutPaymentsPath), State: stageBadge(p.Stage), Purpose: p.Purpose,
		Print: kit.Below(kit.OutPaymentsPath, p.ID, "approval.pdf"),
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	under, from, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page.Facts, page.from = paymentFactsShown(p, append(under, from...)), from
	for _, f := range p.Findings {
		if f.Gravity == constitution.Warning {
			page.Warnings = append(page.Warnings, kit.CiteRules(f.String()))
		}
	}
	for _, a := range p.Approvals {
		page.Approved = append(page.Approved, ApprovalLine{a.Name, a.Title(), a.At.Long()})
	}
	if p.State == committee.PaymentOpen {
		s.offerPayment(c, &page, p, in)
	}
	return outPaymentView.Render(c, page.Status(), page)
}

// offerPayment adds what the actor can do with an open request.
func (s *Desk) offerPayment(c echo.Context, page *OutPaymentPage, p committee.Payment, in *kit.Filling) {
	here, seen := kit.Below(kit.OutPaymentsPath, p.ID), kit.VersionField(p.Version)
	page.Change = &kit.Link{Label: "Change it", URL: here + "/edit", Kind: "secondary"}
	if len(p.Approvals) > 0 {
		page.Change.Label = "Change it and start the approvals again"
	}
	if !auth.Can(s.Actor(c), auth.ApprovePayments, auth.Object{}, s.Today()) {
		return
	}
	switch {
	case p.Stage == committee.Approved:
		page.Paid = paidForm(page, here, seen, in, s.Today(), "Record that it was paid", "")
	case !p.Until.IsZero():
		page.Paid = paidForm(
			page, here, seen, in, p.Until, "Record that it was paid earlier",
			"The constitution of "+p.Until.Long()+" let it be paid as it is. Since then it does not.",
		)
	}
	if why := s.committee.MayApprove(s.Actor(c), p); why == nil {
		page.Approve = page.Button("approve", here+"/approve", "Approve "+p.Amount.String(), seen)
	} else if p.Stage != committee.Approved {
		var refusal kit.Page
		if refusal.Invalid(why) {
			page.WhyNot = kit.CiteRules(refusal.Errors[0].Message)
		}
	}
	page.Reject = &kit.SmallForm{FormKey: page.Form("reject"), ID: "reject", Title: "Reject the payment", Action: here +
		"/reject", Hidden: []kit.Hidden{seen}, Submit: "Reject the payment", Kind: "danger", Fields: []kit.Field{
		in.Field(&page.Page, kit.Field{Name: "reason", Label: "Why it is not paid", Type: "textarea", Rows: 2}),
	}}
}

// paidForm records that a request was paid; hint says on which days it may be.
func paidForm(
	page *OutPaymentPage, here string, seen kit.Hidden, in *kit.Filling, day civil.Date, title, hint string,
) *kit.SmallForm {
	refused := in.Sends("paid_on")
	if !refused {
		in.SetDay("paid_on", day)
	}
	form := &kit.SmallForm{
		FormKey: page.Form("paid"), ID: "paid", Title: title, Action: here + "/paid", Hidden: []kit.Hidden{seen},
		Submit: "Record the payment", Fields: []kit.Field{
			in.Field(&page.Page, kit.DayField("paid_on", "Paid on", hint)),
			in.Field(&page.Page, kit.Field{
				Name: "reference", Label: "Reference", Hint: "As on the bank statement, or the cheque number.",
			}),
			in.Field(&page.Page, kit.Field{
				Name: "paid_from", Label: "Paid from", Type: "select", Options: accountOptions("The bank account", page.from),
			}),
		},
	}
	if refused { // perhaps for its day: a statement may come when the month is locked
		form.Fields = append(form.Fields, in.Field(&page.Page, kit.Field{
			Name: "late", Type: "checkbox", Label: "Book it on the first day that is open",
			Hint: "For what was paid on a day on which nothing is booked any more. The payment keeps its own day.",
		}))
	}
	return form
}

// accountName is an account of the books as people read it; "" of none.
func accountName(code committee.AccountCode, all []committee.AccountChoice) string {
	for _, a := range all {
		if a.Code == code {
			return a.Label()
		}
	}
	return string(code)
}

func paymentFactsShown(p committee.Payment, names []committee.AccountChoice) []kit.Fact {
	facts := []kit.Fact{
		{Label: "State", Trace: new(kit.RuleTrace(p.Stage.Label(), p.Trace))}, {Label: "Payee", Value: p.Payee},
		{Label: "Amount", Value: p.Amount.String()},
		{Label: "Date of the invoice", Value: p.Day.Long()}, {Label: "To be paid by", Value: committee.MethodLabel(p.Method)},
	}
	add := func(label, value, url string) {
		if value != "" {
			facts = append(facts, kit.Fact{Label: label, Value: value, URL: url})
		}
	}
	add("Attachment", p.Attachment, "")
	if p.Resolution.ID != 0 {
		add("Resolution", p.Resolution.Number.String(), kit.Below(kit.ResolutionsPath, p.Resolution.ID))
	}
	if p.AskedBy.Person != 0 {
		add("Asked for", p.AskedAt.Long()+" by "+p.AskedBy.Name, "")
	} else {
		add("Asked for", p.AskedAt.Long(), "")
	}
	if p.Replaces != 0 {
		add("Replaces", "request "+kit.IDText(p.Replaces), kit.Below(kit.OutPaymentsPath, p.Replaces))
	}
	if p.ReplacedBy != 0 {
		add("Replaced by", "request "+kit.IDText(p.ReplacedBy), kit.Below(kit.OutPaymentsPath, p.ReplacedBy))
	}
	add("Counted under", accountName(p.CountedUnder(), names), "")
	add("Paid on", p.PaidOn.Long(), "")
	add("Paid from", accountName(p.From, names), "")
	add("Reference", p.Reference, "")
	add("Rejected because", p.Reason, "")
	if p.ClosedBy.Person != 0 {
		add("Recorded", p.ClosedAt.Long()+" by "+p.ClosedBy.Name, "")
	}
	return facts
}

func (s *Desk) outPaymentApprove(c echo.Context) error {
	return s.changeOutPayment(c, "You have approved it.", func(p committee.Payment, in *kit.Filling) error {
		return s.committee.ApprovePayment(c.Request().Context(), s.Actor(c), p.ID, in.Version())
	})
}

func (s *Desk) outPaymentReject(c echo.Context) error {
	return s.changeOutPayment(c, "The payment was rejected.", func(p committee.Payment, in *kit.Filling) error {
		return s.committee.RejectPayment(c.Request().Context(), s.Actor(c), p.ID, in.Version(), in.Lines("reason"))
	})
}

func (s *Desk) outPaymentPaid(c echo.Context) error {
	return s.changeOutPayment(c, "The payment is recorded as paid.", func(p committee.Payment, in *kit.Filling) error {
		return s.committee.RecordPaid(c.Request().Context(), s.Actor(c), committee.PaidInput{
			ID: p.ID, Version: in.Version(), On: in.Day("paid_on"), Reference: in.Text("reference"),
			From: committee.AccountCode(in.Text("paid_from")), Late: in.Ticked("late"),
		})
	})
}

func (s *Desk) changeOutPayment(
	c echo.Context, done string, change func(committee.Payment, *kit.Filling) error,
) error {
	p, err := s.paymentOf(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if refused := in.Refusal(change(p, in)); refused != nil {
		return s.showOutPayment(c, p, in, refused)
	}
	s.Flash(c, kit.KindSuccess, done)
	return kit.SeeOther(c, kit.Below(kit.OutPaymentsPath, p.ID))
}
