package committee

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/reports"
	"nzgs/web/kit"
)

// LoansPage lists what the committee borrowed.
type LoansPage struct {
	kit.Page
	Tabs    kit.Tabs
	MayKeep bool
	Rows    []LoanLine
	Empty   *kit.Empty
}

// LoanLine is a loan.
type LoanLine struct {
	Lender, Amount, Day  string
	Materials, Condition string
	Resolution, ByURL    string
	Rule                 *kit.Trace
	Repaid               string        // when, or ""
	Repay                kit.SmallForm // where it is not
}

// SealPage is the seal's register.
type SealPage struct {
	kit.Page
	Tabs    kit.Tabs
	MayKeep bool
	Head    kit.ListHead
	Rows    []SealLine
	Empty   *kit.Empty
}

// SealLine is a use of the seal.
type SealLine struct {
	Instrument, Day       string
	Resolution, ByURL     string
	Signer, Countersigner string
	Rule                  *kit.Trace
	Struck                string // when, by whom and why, or ""
	URL                   string // where it is struck out, or ""
}

var (
	loansView = kit.NewView[LoansPage](templates, "loans.html")
	sealView  = kit.NewView[SealPage](templates, "seal.html")
)

const borrowingText = "The committee borrows only to buy go materials, and the lender has no claim before their sale " +
	"has brought in enough (rule 3.5)."

func (s *Desk) loans(c echo.Context) error { return s.showLoans(c, 0, kit.NewFilling(), nil) }

// showLoans answers with the loans, with what a refusal says about paying one
// of them back.
func (s *Desk) showLoans(c echo.Context, about committee.LoanID, in *kit.Filling, refused error) error {
	list, err := s.committee.Loans(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := LoansPage{
		Page: s.Page(c, "Loans", committeeCrumb), Tabs: committeeTabs(kit.LoansPath), MayKeep: s.keepsCommittee(c),
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	_, from, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	for _, l := range list {
		id := kit.IDText(l.ID)
		line := LoanLine{
			Lender: l.Lender, Amount: l.Amount.String(), Day: l.Day.Long(), Materials: l.Materials, Condition: l.Condition,
			Resolution: l.Resolution.Number.String(), ByURL: kit.Below(kit.ResolutionsPath, l.Resolution.ID),
			Rule: new(kit.RuleTrace(kit.Capital(l.Trace.Outcome), l.Trace)), Repaid: l.RepaidOn.Long(),
		}
		line.Repay = kit.SmallForm{
			FormKey: page.Form("repay-" + id),
			Action:  kit.Below(kit.LoansPath, l.ID, "repaid"), Hidden: []kit.Hidden{kit.VersionField(l.Version)},
			Submit: "Record the repayment", Kind: "secondary",
		}
		day := kit.DayField("repaid_on", "Paid back on", "")
		if l.ID == about {
			day = in.Field(&page.Page, day)
		} else {
			day.ID, day.Value = "repaid_on-"+id, s.Today().String()
		}
		line.Repay.Fields = []kit.Field{day}
		if l.RepaidOn.IsZero() && page.MayKeep {
			which, err := s.repaidBy(c, &page.Page, l, in, about)
			if err != nil {
				return err
			}
			account := accountField("Paid from", from)
			if l.ID == about {
				account = in.Field(&page.Page, account)
			} else {
				account.ID = "account-" + id
			}
			line.Repay.Fields = append(append(line.Repay.Fields, which...), account)
		}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No loans", Text: borrowingText,
		}
		if page.MayKeep {
			page.Empty.Action = &kit.Link{Label: "Record a loan", URL: kit.LoansPath + "/new"}
		}
	}
	return loansView.Render(c, page.Status(), page)
}

// paidOtherwise says that none of the payments out paid a loan back, and paidInParts that several did.
const paidOtherwise, paidInParts = "none", "parts"

// repaidBy asks which payment out paid a loan back, where one may have: its money is counted once.
func (s *Desk) repaidBy(
	c echo.Context, page *kit.Page, l committee.Loan, in *kit.Filling, about committee.LoanID,
) ([]kit.Field, error) {
	may, inParts, err := s.committee.Repayments(c.Request().Context(), s.Actor(c), l.ID)
	if err != nil || len(may) == 0 && !inParts {
		return nil, err
	}
	f := kit.Field{
		Name: "paid_by", Label: "Paid by", Type: "select", Options: []kit.Option{{Label: "Choose"}},
		Hint: "A payment out that is recorded already is not counted again.",
	}
	for _, p := range may {
		f.Options = append(f.Options, kit.Option{
			Value: kit.IDText(p.ID), Label: p.Amount.String() + " to " + p.Payee + ", paid on " + p.PaidOn.Long(),
		})
	}
	f.Options = append(
		f.Options, kit.Option{Value: paidInParts, Label: "Several payments out, counted under loans"},
		kit.Option{Value: paidOtherwise, Label: "No payment out"},
	)
	if l.ID == about {
		f = in.Field(page, f)
	} else {
		f.ID = "paid_by-" + kit.IDText(l.ID)
	}
	return []kit.Field{f}, nil
}

func (s *Desk) recordLoan() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.SetDay("day", s.Today())
			in.Set("purpose", string(constitution.GoMaterials))
			in.Set("condition", committee.RecourseText)
		},
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
			if err != nil {
				return err
			}
			_, from, err := s.committee.PaymentAccounts(c.Request().Context(), s.Actor(c))
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "Record a loan", committeeCrumb, kit.Crumb{Label: "Loans", URL: kit.LoansPath})
			page.Action, page.Submit, page.Back = kit.LoansPath+"/new", "Record the loan", kit.LoansPath
			page.Say(borrowingText)
			page.Group("The loan",
				kit.Field{Name: "lender", Label: "Lender", Required: true, MaxLength: 200},
				kit.AmountField("amount", "Amount", ""), kit.DayField("day", "Borrowed on", ""), accountField("Paid into", from),
			)
			page.Group("What it is for",
				kit.Field{Name: "purpose", Label: "Purpose", Type: "radios", Required: true, Options: []kit.Option{
					{Value: string(constitution.GoMaterials), Label: "To buy go materials"},
					{Value: string(constitution.OtherPurpose), Label: "Something else", Hint: "The constitution does not allow it."},
				}},
				kit.Field{Name: "materials", Label: "Materials it buys", Type: "textarea", Rows: 2, Required: true},
				kit.Field{
					Name: "condition", Label: "The condition, as put to the lender", Type: "textarea", Rows: 3, Required: true,
				},
				authority,
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			_, err := s.committee.Borrow(c.Request().Context(), s.Actor(c), committee.LoanInput{
				Lender: in.Text("lender"), Amount: in.Amount("amount"), Day: in.Day("day"),
				Purpose: constitution.LoanPurpose(in.Text("purpose")), Materials: in.Lines("materials"),
				Condition: in.Lines("condition"), Resolution: chosenResolution(in), Account: chosenAccount(in),
			})
			return kit.Done{To: kit.LoansPath, Message: "The loan is recorded."}, err
		},
	}
}

func (s *Desk) loanRepaid(c echo.Context) error {
	id, err := kit.PathID[committee.LoanID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if refused := in.Refusal(s.committee.Repay(c.Request().Context(), s.Actor(c), committee.RepayInput{
		ID: id, Version: in.Version(), On: in.Day("repaid_on"), By: kit.Chosen[committee.PaymentID](in, "paid_by"),
		InParts: in.Text("paid_by") == paidInParts, Otherwise: in.Text("paid_by") == paidOtherwise, Account: chosenAccount(in),
	})); refused != nil {
		return s.showLoans(c, id, in, refused)
	}
	s.Flash(c, kit.KindSuccess, "The repayment of the loan is recorded.")
	return kit.SeeOther(c, kit.LoansPath)
}

var sealCrumb = kit.Crumb{Label: "Seal", URL: kit.SealPath}

func (s *Desk) seal(c echo.Context) error {
	list, err := s.committee.SealRegister(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := SealPage{Page: s.Page(
		c, "Register of the seal", committeeCrumb,
	), Tabs: committeeTabs(kit.SealPath), MayKeep: s.keepsCommittee(c), Head: kit.ListHead{
		Count: kit.Plural(len(list), "use of the seal", "uses of the seal"),
		Exports: []kit.Link{
			{Label: "XLSX", URL: kit.SealPath + ".xlsx"}, {Label: "CSV", URL: kit.SealPath + ".csv"},
			{Label: "PDF", URL: kit.SealPath + ".pdf"},
		},
	}}
	for _, e := range list {
		line := SealLine{
			Instrument: e.Instrument, Day: e.Day.Long(), Resolution: e.Resolution.Number.String(),
			ByURL:  kit.Below(kit.ResolutionsPath, e.Resolution.ID),
			Signer: e.SignedBy(), Countersigner: cmp.Or(e.CountersignedBy(), "–"),
			Rule: new(kit.RuleTrace(kit.Capital(e.Trace.Outcome), e.Trace)),
		}
		if line.Struck = struckText(e); line.Struck == "" && page.MayKeep {
			line.URL = kit.Below(kit.SealPath, e.ID)
		}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "The seal has not been used",
			Text:  "It is used only by the committee’s authority, and committee members sign and countersign (rule 3.7).",
		}
		if page.MayKeep {
			page.Empty.Action = &kit.Link{Label: "Record a use of the seal", URL: kit.SealPath + "/new"}
		}
	}
	return sealView.Render(c, http.StatusOK, page)
}

func (s *Desk) sealFile(c echo.Context) error {
	list, err := s.committee.SealRegister(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Register of the seal", Note: "As at " + s.Today().Long(), Columns: []reports.Column{
		{Title: "No.", Width: 8}, {Title: "Date", Width: 12}, {Title: "Instrument", Width: 50},
		{Title: "Resolution", Width: 12}, {Title: "Of", Width: 12},
		{Title: "Signed by", Width: 26}, {Title: "Countersigned by", Width: 26}, {Title: "Struck out", Width: 12},
		{Title: "Reason", Width: 36},
	}}
	for _, e := range list {
		row := []reports.Cell{
			reports.Int(int(e.ID)), reports.Date(e.Day), reports.Text(e.Instrument),
			reports.Text(e.Resolution.Number.String()), reports.Date(e.Resolution.Day),
			reports.Text(e.SignedBy()), reports.Text(e.CountersignedBy()),
		}
		if e.Struck() {
			row = append(row, reports.Date(e.StruckAt.Date()), reports.Text(e.StruckReason))
		}
		t.Rows = append(t.Rows, row)
	}
	return s.sendListed(c, "register of the seal", t)
}

func (s *Desk) recordSealing() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) { in.SetDay("day", s.Today()) },
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			authority, err := s.authorityField(c, "Authorised by resolution", "Choose a resolution")
			if err != nil {
				return err
			}
			people, err := s.signers(c, page.In())
			if err != nil {
				return err
			}
			need, err := s.committee.SealSigners(c.Request().Context(), s.Actor(c), s.possible(page.In().Day("day")))
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "Record a use of the seal", committeeCrumb, sealCrumb)
			page.Action, page.Submit, page.Back = kit.SealPath+"/new", "Record the use", kit.SealPath
			page.Say(
				"The seal is used only by the committee’s authority, and different committee members sign (rule 3.7). An entry " +
					"cannot be changed later.",
			)
			page.Group("The use",
				kit.Field{
					Name: "instrument", Label: "Instrument", Hint: "What was sealed and between whom, for example a deed or a lease.",
					Type: "textarea", Rows: 2, Required: true,
				},
				kit.DayField("day", "Sealed on", ""), authority,
			)
			for pair := range slices.Chunk(signerFields(max(need, len(chosenSigners(page.In()))), need, people), 2) {
				page.Row(pair...)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			_, err := s.committee.RecordSealing(c.Request().Context(), s.Actor(c), committee.SealInput{
				Instrument: in.Lines("instrument"), Day: in.Day("day"), Resolution: chosenResolution(in),
				Signers: chosenSigners(in),
			})
			return kit.Done{To: kit.SealPath, Message: "The use of the seal is recorded."}, err
		},
	}
}

// signerFields ask for so many signers, as many of whom are needed as the
// constitution asks for.
func signerFields(places, need int, people []committee.Who) []kit.Field {
	var out []kit.Field
	for place := 1; place <= places; place++ {
		label := "Countersigned by"
		if place == 1 {
			label = "Signed by"
		}
		out = append(out, kit.Field{
			Name: committee.SignerField(place), Label: label, Type: "select", Required: place <= need,
			Options: peopleOptions("Choose who", people),
		})
	}
	return out
}

// chosenSigners are those chosen in the form, by place; the places after the last
// one that is filled are left out.
func chosenSigners(in *kit.Filling) []auth.PersonID {
	var out []auth.PersonID
	for place := 1; place <= maxSigners; place++ {
		if person := chosenPerson(in, committee.SignerField(place)); person != 0 {
			out = append(out, make([]auth.PersonID, place-len(out))...)
			out[place-1] = person
		}
	}
	return out
}

// maxSigners is far more than any constitution asks for.
const maxSigners = 100

// signers are those who can have signed: who was on the committee on the day of
// the form, and who is today.
func (s *Desk) signers(c echo.Context, in *kit.Filling) ([]committee.Who, error) {
	then, err := s.formSeats(c, in)
	if err != nil {
		return nil, err
	}
	now, err := s.committee.Seats(c.Request().Context(), s.Actor(c), s.Today())
	if err != nil {
		return nil, err
	}
	out := then.People()
	for _, w := range now.People() {
		if !then.Holds(w.Person) {
			out = append(out, w)
		}
	}
	return out, nil
}

// strikeSealing strikes out a mistaken entry.
func (s *Desk) strikeSealing() kit.Form[committee.Sealing] {
	return kit.Form[committee.Sealing]{
		Site: s.Site, Load: kit.ByID(s.Site, s.committee.Sealing),
		Show: func(c echo.Context, page *kit.FormPage, e committee.Sealing) error {
			page.Page = s.Page(c, "Strike out an entry", committeeCrumb, sealCrumb)
			page.Action, page.Back = kit.Below(kit.SealPath, e.ID), kit.SealPath
			page.Submit, page.Kind = "Strike out the entry", "danger"
			page.Say("The entry stays in the register, struck out, with the reason.")
			page.Facts = []kit.Fact{
				{Label: "Instrument", Value: e.Instrument}, {Label: "Sealed on", Value: e.Day.Long()},
				{Label: "Signed by", Value: e.SignedBy()}, {Label: "Countersigned by", Value: e.CountersignedBy()},
			}
			page.Group("The mistake",
				kit.Field{Name: "reason", Label: "Why it is a mistake", Type: "textarea", Rows: 2, Required: true},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, e committee.Sealing) (kit.Done, error) {
			return kit.Done{To: kit.SealPath, Message: "The entry was struck out."},
				s.committee.StrikeSealing(c.Request().Context(), s.Actor(c), e.ID, in.Lines("reason"))
		},
	}
}
