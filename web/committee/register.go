package committee

import (
	"net/http"

	"github.com/labstack/echo/v4"

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

func (s *Desk) loans(c echo.Context) error { return s.showLoans(c, 0, filled(), nil) }

// showLoans answers with the loans, with what a refusal says about paying one
// of them back.
func (s *Desk) showLoans(c echo.Context, about committee.LoanID, v typed, refused error) error {
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
		day := dayField("repaid_on", "Paid back on", "")
		day.Value = s.Today().String()
		if l.ID == about {
			day = v.fieldOf(&page.Page, day)
		} else {
			day.ID = "repaid_on-" + id
		}
		line.Repay.Fields = []kit.Field{day}
		page.Rows = append(page.Rows, line)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No loans",
			Text: "The committee borrows only to buy go materials, and the lender has no claim before their sale has " +
				"brought in enough (rule 3.5).",
		}
		if page.MayKeep {
			page.Empty.Action = &kit.Link{Label: "Record a loan", URL: kit.LoansPath + "/new"}
		}
	}
	return loansView.Render(c, page.Status(), page)
}

func (s *Desk) loanNew(c echo.Context) error {
	return s.showLoanForm(
		c,
		filled("day", s.Today().String(), "purpose", string(constitution.GoMaterials), "condition", committee.RecourseText),
		nil,
	)
}

func (s *Desk) showLoanForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page:   s.Page(c, "Record a loan", committeeCrumb, kit.Crumb{Label: "Loans", URL: kit.LoansPath}),
		Action: kit.LoansPath + "/new", Submit: "Record the loan", Back: kit.LoansPath,
		Intro: kit.CiteRules(
			"The committee borrows only to buy go materials, and the lender has no claim before their sale has brought in " +
				"enough (rule 3.5).",
		),
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{
			{Legend: "The loan", Fields: []kit.Field{
				v.fieldOf(p, kit.Field{Name: "lender", Label: "Lender", Required: true, MaxLength: 200}),
				v.fieldOf(p, kit.Field{
					Name: "amount", Label: "Amount", Prefix: "$", InputMode: "decimal", Width: "short", Required: true,
				}),
				v.fieldOf(p, dayField("day", "Borrowed on", "")),
			}},
			{Legend: "What it is for", Fields: []kit.Field{
				v.fieldOf(p, kit.Field{Name: "purpose", Label: "Purpose", Type: "radios", Required: true, Options: []kit.Option{
					{Value: string(constitution.GoMaterials), Label: "To buy go materials"},
					{Value: string(constitution.OtherPurpose), Label: "Something else", Hint: "The constitution does not allow it."},
				}}),
				v.fieldOf(p, kit.Field{Name: "materials", Label: "Materials it buys", Type: "textarea", Rows: 2, Required: true}),
				v.fieldOf(p, kit.Field{
					Name: "condition", Label: "The condition, as put to the lender", Type: "textarea", Rows: 3, Required: true,
				}),
				v.fieldOf(p, authority),
			}},
		}
	}, nil)
}

func (s *Desk) loanSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.Borrow(c.Request().Context(), s.Actor(c), committee.LoanInput{
		Lender: v.text("lender"), Amount: v.amount("amount"), Day: v.day("day"),
		Purpose:   constitution.LoanPurpose(v.text("purpose")),
		Materials: v.text("materials"), Condition: v.text("condition"), Resolution: v.resolution(),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showLoanForm(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The loan is recorded.")
	return kit.SeeOther(c, kit.LoansPath)
}

func (s *Desk) loanRepaid(c echo.Context) error {
	id, err := kit.PathID[committee.LoanID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.Repay(
		c.Request().Context(), s.Actor(c), id, v.version(), v.day("repaid_on"),
	)); refused != nil {
		return s.showLoans(c, id, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The repayment of the loan is recorded.")
	return kit.SeeOther(c, kit.LoansPath)
}

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
			Signer: e.Signer.Name, Countersigner: e.Countersigner.Name,
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
			reports.Text(e.Signer.Name), reports.Text(e.Countersigner.Name),
		}
		if e.Struck() {
			row = append(row, reports.Date(e.StruckAt.Date()), reports.Text(e.StruckReason))
		}
		t.Rows = append(t.Rows, row)
	}
	return s.sendListed(c, "seal-register", t)
}

func (s *Desk) sealNew(c echo.Context) error {
	return s.showSealForm(c, filled("day", s.Today().String()), nil)
}

func (s *Desk) showSealForm(c echo.Context, v typed, refused error) error {
	authority, err := s.authorityField(c, "Authorised by resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	seats, err := s.sealSigners(c, v)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page:   s.Page(c, "Record a use of the seal", committeeCrumb, kit.Crumb{Label: "Seal", URL: kit.SealPath}),
		Action: kit.SealPath + "/new", Submit: "Record the use", Back: kit.SealPath,
		Intro: kit.CiteRules(
			"The seal is used only by the committee’s authority, and different committee members sign (rule 3.7). An entry " +
				"cannot be changed later.",
		),
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		who := func(name, label string) kit.Field {
			return v.fieldOf(p, kit.Field{
				Name: name, Label: label, Type: "select", Required: true, Options: peopleOptions("Choose who", seats),
			})
		}
		return []kit.FieldGroup{{Legend: "The use", Fields: []kit.Field{
			v.fieldOf(p, kit.Field{
				Name: "instrument", Label: "Instrument", Hint: "What was sealed and between whom, for example a deed or a lease.",
				Type: "textarea", Rows: 2, Required: true,
			}),
			v.fieldOf(p, dayField("day", "Sealed on", "")), v.fieldOf(p, authority),
		}, Rows: [][]kit.Field{{who("signer", "Signed by"), who("countersigner", "Countersigned by")}}}}
	}, nil)
}

// sealSigners are those who can have signed: who was on the committee on the
// day of the form, and who is today.
func (s *Desk) sealSigners(c echo.Context, v typed) ([]committee.Who, error) {
	then, err := s.formSeats(c, filled("day", v.text("day")).day("day"))
	if err != nil {
		return nil, err
	}
	now, err := s.formSeats(c, s.Today())
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

func (s *Desk) sealSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	_, err = s.committee.RecordSealing(c.Request().Context(), s.Actor(c), committee.SealInput{
		Instrument: v.text("instrument"), Day: v.day("day"), Resolution: v.resolution(), Signer: v.person("signer"),
		Countersigner: v.person("countersigner"),
	})
	if refused := v.refusal(err); refused != nil {
		return s.showSealForm(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The use of the seal is recorded.")
	return kit.SeeOther(c, kit.SealPath)
}

// sealStrike is the form that strikes out a mistaken entry.
func (s *Desk) sealStrike(c echo.Context) error { return s.showStrike(c, filled(), nil) }

func (s *Desk) showStrike(c echo.Context, v typed, refused error) error {
	id, err := kit.PathID[committee.SealID](c, "id")
	if err != nil {
		return err
	}
	e, err := s.committee.Sealing(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page:   s.Page(c, "Strike out an entry", committeeCrumb, kit.Crumb{Label: "Seal", URL: kit.SealPath}),
		Action: kit.Below(kit.SealPath, id), Submit: "Strike out the entry", Danger: true, Back: kit.SealPath,
		Intro: kit.CiteRules("The entry stays in the register, struck out, with the reason."),
		Facts: []kit.Fact{
			{Label: "Instrument", Value: e.Instrument}, {Label: "Sealed on", Value: e.Day.Long()},
			{Label: "Signed by", Value: e.Signer.Name + " and " + e.Countersigner.Name},
		},
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{
			{
				Legend: "The mistake",
				Fields: []kit.Field{
					v.fieldOf(p, kit.Field{Name: "reason", Label: "Why it is a mistake", Type: "textarea", Rows: 2, Required: true}),
				},
			},
		}
	}, nil)
}

func (s *Desk) sealStrikeSave(c echo.Context) error {
	id, err := kit.PathID[committee.SealID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := s.committee.StrikeSealing(c.Request().Context(), s.Actor(c), id, v.text("reason")); refused != nil {
		return s.showStrike(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The entry was struck out.")
	return kit.SeeOther(c, kit.SealPath)
}
