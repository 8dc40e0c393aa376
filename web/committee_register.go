package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/reports"
)

// LoansPage lists what the committee borrowed.
type LoansPage struct {
	Page
	Tabs    Tabs
	MayKeep bool
	Rows    []LoanLine
	Empty   *Empty
}

// LoanLine is a loan.
type LoanLine struct {
	Lender, Amount, Day  string
	Materials, Condition string
	Resolution, ByURL    string
	Rule                 *Trace
	Repaid               string       // when, or ""
	Repay                CommitteeAct // where it is not
}

// SealPage is the seal's register.
type SealPage struct {
	Page
	Tabs    Tabs
	MayKeep bool
	Head    ListHead
	Rows    []SealLine
	Empty   *Empty
}

// SealLine is a use of the seal.
type SealLine struct {
	Instrument, Day       string
	Resolution, ByURL     string
	Signer, Countersigner string
	Rule                  *Trace
	Struck                string // when, by whom and why, or ""
	URL                   string // where it is struck out, or ""
}

var (
	loansView = newView[LoansPage]("committee/loans.html")
	sealView  = newView[SealPage]("committee/seal.html")
)

func (s *Server) loans(c echo.Context) error { return s.showLoans(c, 0, filled(), nil) }

// showLoans answers with the loans, with what a refusal says about paying one
// of them back.
func (s *Server) showLoans(c echo.Context, about committee.LoanID, v typed, refused error) error {
	list, err := s.committee.Loans(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := LoansPage{Page: s.page(c, "Loans", committeeCrumb), Tabs: committeeTabs(loansPath), MayKeep: s.keepsCommittee(c)}
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	for _, l := range list {
		id := idText(l.ID)
		line := LoanLine{
			Lender: l.Lender, Amount: l.Amount.String(), Day: l.Day.Long(), Materials: l.Materials, Condition: l.Condition,
			Resolution: l.Resolution.Number.String(), ByURL: below(resolutionsPath, l.Resolution.ID), Rule: committeeTrace(capital(l.Trace.Outcome), l.Trace), Repaid: l.RepaidOn.Long(),
		}
		line.Repay = CommitteeAct{FormKey: page.Form("repay-" + id), ID: "repay-" + id, Title: "Paid back", Action: below(loansPath, l.ID, "repaid"), Hidden: []Hidden{version(l.Version)}, Submit: "Record the repayment"}
		day := dayField("repaid_on", "Paid back on", "")
		day.Value = s.today().String()
		if l.ID == about {
			day = v.fieldOf(&page.Page, day)
		} else {
			day.ID = "repaid_on-" + id
		}
		line.Repay.Fields = []Field{day}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &Empty{Title: "No loans", Text: "The committee borrows only to buy go materials, and the lender has no claim before their sale has brought in enough (rule 3.5)."}
		if page.MayKeep {
			page.Empty.Action = &Link{Label: "Record a loan", URL: loansPath + "/new"}
		}
	}
	return loansView.render(c, page.status(), page)
}

func (s *Server) loanNew(c echo.Context) error {
	return s.showLoanForm(c, filled("day", s.today().String(), "purpose", string(constitution.GoMaterials), "condition", committee.RecourseText), nil)
}

func (s *Server) showLoanForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page: s.page(c, "Record a loan", committeeCrumb, Crumb{"Loans", loansPath}), Action: loansPath + "/new", Submit: "Record the loan", Back: loansPath,
		Intro: ruleText("The committee borrows only to buy go materials, and the lender has no claim before their sale has brought in enough (rule 3.5)."),
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		return []FieldGroup{
			{Legend: "The loan", Fields: []Field{
				v.fieldOf(p, Field{Name: "lender", Label: "Lender", Required: true, MaxLength: 200}),
				v.fieldOf(p, Field{Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Width: "short", Required: true}),
				v.fieldOf(p, dayField("day", "Borrowed on", "")),
			}},
			{Legend: "What it is for", Fields: []Field{
				v.fieldOf(p, Field{Name: "purpose", Label: "Purpose", Type: "radios", Required: true, Options: []Option{
					{Value: string(constitution.GoMaterials), Label: "To buy go materials"}, {Value: string(constitution.OtherPurpose), Label: "Something else", Hint: "The constitution does not allow it."},
				}}),
				v.fieldOf(p, Field{Name: "materials", Label: "Materials it buys", Type: "textarea", Rows: 2, Required: true}),
				v.fieldOf(p, Field{Name: "condition", Label: "Condition, as it was put to the lender", Type: "textarea", Rows: 3, Required: true}),
				v.fieldOf(p, authority),
			}},
		}
	}, nil)
}

func (s *Server) loanSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.Borrow(c.Request().Context(), s.actor(c), committee.LoanInput{
		Lender: v.text("lender"), Amount: v.amount("amount"), Day: v.day("day"), Purpose: constitution.LoanPurpose(v.text("purpose")),
		Materials: v.text("materials"), Condition: v.text("condition"), Resolution: v.resolution(),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showLoanForm(c, v, refused)
	}
	s.flash(c, KindSuccess, "The loan is recorded.")
	return seeOther(c, loansPath)
}

func (s *Server) loanRepaid(c echo.Context) error {
	id, err := pathID[committee.LoanID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.Repay(c.Request().Context(), s.actor(c), id, v.version(), v.day("repaid_on"))); refused != nil {
		return s.showLoans(c, id, v, refused)
	}
	s.flash(c, KindSuccess, "It is recorded that the loan is paid back.")
	return seeOther(c, loansPath)
}

func (s *Server) seal(c echo.Context) error {
	list, err := s.committee.SealRegister(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := SealPage{Page: s.page(c, "Register of the seal", committeeCrumb), Tabs: committeeTabs(sealPath), MayKeep: s.keepsCommittee(c), Head: ListHead{
		Count: plural(len(list), "use of the seal", "uses of the seal"), Exports: []Link{{Label: "XLSX", URL: sealPath + ".xlsx"}, {Label: "CSV", URL: sealPath + ".csv"}, {Label: "PDF", URL: sealPath + ".pdf"}},
	}}
	for _, e := range list {
		line := SealLine{
			Instrument: e.Instrument, Day: e.Day.Long(), Resolution: e.Resolution.Number.String(), ByURL: below(resolutionsPath, e.Resolution.ID),
			Signer: e.Signer.Name, Countersigner: e.Countersigner.Name, Rule: committeeTrace(capital(e.Trace.Outcome), e.Trace),
		}
		if line.Struck = struckText(e); line.Struck == "" && page.MayKeep {
			line.URL = below(sealPath, e.ID)
		}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &Empty{Title: "The seal has not been used", Text: "It is used by the committee’s authority; its members sign and countersign (rule 3.7)."}
		if page.MayKeep {
			page.Empty.Action = &Link{Label: "Record a use of the seal", URL: sealPath + "/new"}
		}
	}
	return sealView.render(c, http.StatusOK, page)
}

func (s *Server) sealFile(c echo.Context) error {
	list, err := s.committee.SealRegister(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Register of the seal", Note: "As at " + s.today().Long(), Columns: []reports.Column{
		{Title: "No.", Width: 8}, {Title: "Date", Width: 12}, {Title: "Instrument", Width: 50}, {Title: "Resolution", Width: 12}, {Title: "Of", Width: 12},
		{Title: "Signed by", Width: 26}, {Title: "Countersigned by", Width: 26}, {Title: "Struck out", Width: 12}, {Title: "Reason", Width: 36},
	}}
	for _, e := range list {
		row := []reports.Cell{
			reports.Int(int(e.ID)), reports.Date(e.Day), reports.Text(e.Instrument), reports.Text(e.Resolution.Number.String()), reports.Date(e.Resolution.Day),
			reports.Text(e.Signer.Name), reports.Text(e.Countersigner.Name),
		}
		if e.Struck() {
			row = append(row, reports.Date(e.StruckAt.Date()), reports.Text(e.StruckReason))
		}
		t.Rows = append(t.Rows, row)
	}
	return s.sendListed(c, "seal-register", t)
}

func (s *Server) sealNew(c echo.Context) error {
	return s.showSealForm(c, filled("day", s.today().String()), nil)
}

func (s *Server) showSealForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "Authorised by resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	seats, err := s.sealSigners(c, v)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page: s.page(c, "Record a use of the seal", committeeCrumb, Crumb{"Seal", sealPath}), Action: sealPath + "/new", Submit: "Record the use", Back: sealPath,
		Intro: ruleText("The seal is used by the committee’s authority, and different members of it sign (rule 3.7). An entry is never changed."),
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		who := func(name, label string) Field {
			return v.fieldOf(p, Field{Name: name, Label: label, Type: "select", Required: true, Options: peopleOptions("Choose who", seats)})
		}
		return []FieldGroup{{Legend: "The use", Fields: []Field{
			v.fieldOf(p, Field{Name: "instrument", Label: "Instrument", Hint: "What was sealed: the deed, the lease, with its parties.", Type: "textarea", Rows: 2, Required: true}),
			v.fieldOf(p, dayField("day", "Sealed on", "")), v.fieldOf(p, authority),
		}, Rows: [][]Field{{who("signer", "Signed by"), who("countersigner", "Countersigned by")}}}}
	}, nil)
}

// sealSigners are those who can have signed: who was on the committee on the
// day of the form, and who is today.
func (s *Server) sealSigners(c echo.Context, v typed) ([]committee.Who, error) {
	then, err := s.formSeats(c, filled("day", v.text("day")).day("day"))
	if err != nil {
		return nil, err
	}
	now, err := s.formSeats(c, s.today())
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

func (s *Server) sealSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.RecordSealing(c.Request().Context(), s.actor(c), committee.SealInput{
		Instrument: v.text("instrument"), Day: v.day("day"), Resolution: v.resolution(), Signer: v.person("signer"), Countersigner: v.person("countersigner"),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showSealForm(c, v, refused)
	}
	s.flash(c, KindSuccess, "The use of the seal is recorded.")
	return seeOther(c, sealPath)
}

// sealStrike is the form that strikes out a mistaken entry.
func (s *Server) sealStrike(c echo.Context) error { return s.showStrike(c, filled(), nil) }

func (s *Server) showStrike(c echo.Context, v typed, refused error) error {
	id, err := pathID[committee.SealID](c, "id")
	if err != nil {
		return err
	}
	e, err := s.committee.Sealing(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page: s.page(c, "Strike out an entry", committeeCrumb, Crumb{"Seal", sealPath}), Action: below(sealPath, id), Submit: "Strike out the entry", Danger: true, Back: sealPath,
		Intro: ruleText("The entry stays in the register, struck out, with the reason."),
		Facts: []Fact{{Label: "Instrument", Value: e.Instrument}, {Label: "Sealed on", Value: e.Day.Long()}, {Label: "Signed by", Value: e.Signer.Name + " and " + e.Countersigner.Name}},
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		return []FieldGroup{{Legend: "The mistake", Fields: []Field{v.fieldOf(p, Field{Name: "reason", Label: "Why it is a mistake", Type: "textarea", Rows: 2, Required: true})}}}
	}, nil)
}

func (s *Server) sealStrikeSave(c echo.Context) error {
	id, err := pathID[committee.SealID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := s.committee.StrikeSealing(c.Request().Context(), s.actor(c), id, v.text("reason")); refused != nil {
		return s.showStrike(c, v, refused)
	}
	s.flash(c, KindSuccess, "The entry is struck out.")
	return seeOther(c, sealPath)
}
